// Which things on the board the choices of a decision are about. No rule is known here: a choice
// is about its places, and about everything on the board whose id it names in its text.

/** A decision's options and shortcuts, as a board wants them. */
export class Offer {
  constructor(view, known) {
    const named = byTail(known);
    const about = (option, shortcut) => ({ ...option, shortcut, about: places(option, named) });
    const shortcuts = (view?.shortcuts ?? []).map((option) => about(option, true));
    // A shortcut for the whole decision comes first, where it is found among many options.
    this.choices = [
      ...shortcuts.filter((choice) => !choice.place),
      ...(view?.options ?? []).map((option) => about(option, false)),
      ...shortcuts.filter((choice) => choice.place),
    ];
  }

  /** The choices that are about all of the selected places. */
  narrowed(selected) {
    return this.choices.filter((choice) => selected.every((place) => choice.about.has(place)));
  }

  /** For each place that tells the choices apart, the choices about it. */
  places(selected) {
    const choices = this.narrowed(selected);
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

/** Places by what stands behind their colon. */
function byTail(known) {
  const tails = new Map();
  for (const place of known) {
    const tail = place.slice(place.indexOf(":") + 1);
    tails.set(tail, [...(tails.get(tail) ?? []), place]);
  }
  return tails;
}

function places(option, named) {
  const found = new Set(option.places.map((place) => place.id));
  for (const word of option.text.split(" ")) {
    for (const place of named.get(word) ?? []) {
      // A bare number may count anything: it must be told by its kind, as in `plane 2`.
      const kind = place.slice(0, place.indexOf(":"));
      if (!/^\d{1,2}$/.test(word) || new RegExp(`\\b${kind} ${word}\\b`).test(option.label)) found.add(place);
    }
  }
  return found;
}
