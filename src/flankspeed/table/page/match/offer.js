// @ts-check
// Which things on the board the choices of a decision are about: the game has named them.

/** @typedef {import("wire").View} View */
/** @typedef {import("wire").OptionView} Option */
/** @typedef {Option & {shortcut: boolean, about: Set<string>}} Choice an option and its places */

/** A decision's options and shortcuts, as a board wants them. */
export class Offer {
  /** @param {View | null} view */
  constructor(view) {
    /** @type {(option: Option, shortcut: boolean) => Choice} */
    const about = (option, shortcut) => ({
      ...option,
      shortcut,
      about: new Set(option.places.map(({ id }) => id)),
    });
    const shortcuts = (view?.shortcuts ?? []).map((option) => about(option, true));
    // A shortcut for the whole decision comes first, where it is found among many options.
    this.choices = [
      ...shortcuts.filter((choice) => !choice.place),
      ...(view?.options ?? []).map((option) => about(option, false)),
      ...shortcuts.filter((choice) => choice.place),
    ];
  }

  /**
   * The choices that are about all of the selected places.
   * @param {string[]} selected
   */
  narrowed(selected) {
    return this.choices.filter((choice) => selected.every((place) => choice.about.has(place)));
  }

  /**
   * For each place that tells the choices apart, the choices about it.
   * @param {string[]} selected
   */
  places(selected) {
    const choices = this.narrowed(selected);
    /** @type {Map<string, Choice[]>} */
    const found = new Map();
    for (const choice of choices) {
      for (const place of choice.about) {
        if (!selected.includes(place)) found.set(place, [...(found.get(place) ?? []), choice]);
      }
    }
    for (const [place, some] of found) {
      const main = some.some((choice) => choice.place === place);
      if (!main && some.length === choices.length) found.delete(place);
    }
    return found;
  }
}
