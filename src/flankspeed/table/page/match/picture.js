// @ts-check
// The picture that the table has sent last, of which it sends only what differs.

/** @typedef {import("wire").Drawn} Drawn */

export class LastPicture {
  constructor() {
    this.tag = ""; // by which the table knows it
    /** @type {string[]} */
    this.pieces = [];
  }

  /**
   * Make a picture whole that may be a patch; false if it belongs to a picture that we do not have.
   * @param {Drawn} picture
   */
  complete(picture) {
    if (picture.base && picture.base !== this.tag) return false;
    const known = picture.base ? this.pieces : [];
    this.pieces = picture.parts.flatMap((part) =>
      typeof part === "string" ? part.split("<") : known.slice(...part),
    );
    this.tag = picture.tag;
    picture.base = "";
    picture.parts = [this.pieces.join("<")];
    return true;
  }

  forget() {
    this.tag = "";
    this.pieces = [];
  }
}
