// @ts-check
// A button that opens a box and closes it again. So do Escape, a press elsewhere, and the keyboard
// when it leaves the box.

/**
 * Let a button open a box, which has the class `unfolded` while it is open.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} box
 */
export function fold(button, box) {
  /** @param {boolean} open */
  const set = (open) => {
    button.setAttribute("aria-expanded", String(open));
    box.classList.toggle("unfolded", open);
  };
  const isOpen = () => box.classList.contains("unfolded");
  /** @param {EventTarget | null} target */
  const inside = (target) =>
    target instanceof Node && (box.contains(target) || button.contains(target));
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    event.stopPropagation();
    set(false);
    button.focus();
  };
  set(false);
  button.addEventListener("click", () => set(!isOpen()));
  button.addEventListener("keydown", keys);
  box.addEventListener("keydown", keys);
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !inside(relatedTarget)) set(false);
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (isOpen() && !inside(target)) set(false);
  });
  return { set, isOpen };
}
