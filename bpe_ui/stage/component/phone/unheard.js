// What a phone has told the server and the server has not heard yet: answers, by question, the name, and handing in.
//
// Each goes out at once. One that has not arrived, because the network was gone, is shown all the same, and told
// again over the next connection.

export class Unheard {
  constructor(connection) {
    this.connection = connection;
    this.answers = new Map(); // the number of a question -> what was said, and over which connection; 0: none
    this.name = null; // the same of the name
    this.end = null; // and of handing in
  }

  answer(handout, question, answer) {
    this.answers.set(question, this.told({ handout, question, answer }));
  }

  write(handout, name) {
    this.name = this.told({ handout, name });
  }

  handIn(handout, name) {
    this.end = this.told({ handout, hand_in: name });
  }

  /** Puts the answer that was given last into a question as the server knows it. */
  putInto(question, number) {
    const last = this.answers.get(number)?.said.answer;
    if (last === undefined) return;
    if (question.answer === last) this.answers.delete(number);
    else Object.assign(question, { answer: last, verdict: null, refused: [] });
  }

  /** The server has this name. */
  hasName(name) {
    if (this.name?.said.name === name) this.name = null;
  }

  /** The sheet is final: nothing more is heard. */
  forget() {
    this.answers.clear();
    this.name = this.end = null;
  }

  /** Tells again what was told over another connection than this one. */
  tellAgain() {
    for (const each of [...this.answers.values(), this.name, this.end]) {
      if (each !== null && each.over !== this.connection.opened) Object.assign(each, this.told(each.said));
    }
  }

  told(said) {
    return { said, over: this.connection.send(said) ? this.connection.opened : 0 };
  }
}
