// @ts-check
// The bell: tells that it is one's turn, by a notification where the page is not seen, or a tone.

import * as store from "./store.js";

/** @typedef {import("../match/session.js").Session} Session */

const PITCH = 660; // hertz
const LENGTH = 0.18; // seconds
const LOUD = 0.12;

export class Bell {
  constructor() {
    /** @type {boolean | null} */
    this.ours = null; // whether it was our turn when we last looked
  }

  /** @param {Session} session */
  update({ ours, live }) {
    const turned = this.ours === false && ours;
    this.ours = ours;
    if (!turned || !live) return;
    const { notify, sound } = store.preferences();
    if (notify && document.hidden) tell(live.name);
    if (sound) ring();
  }
}

/** Whether notifications are allowed; asks if that is not known. */
export async function mayNotify() {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

/** @param {string} name */
function tell(name) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const told = new Notification("It is your turn", { body: name, tag: name });
  told.onclick = () => {
    window.focus();
    told.close();
  };
}

function ring() {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: PITCH });
  const volume = new GainNode(context, { gain: LOUD });
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.onended = () => context.close();
  tone.start();
  tone.stop(context.currentTime + LENGTH);
}
