// The page on a student's phone: the code of the class, then what the class sees. It hears from
// bpe_ui/classroom/voting/phones.py, and tells it votes and answers.

import { BallotView } from "../ballot/ballot.js";
import { make, setText } from "../dom.js";
import { say } from "../say.js";
import { Stage } from "../stage/stage.js";
import { View } from "../view.js";
import { PhoneLesson } from "./lesson.js";
import { PhoneQuiz } from "./quiz.js";

const [ROOM, CLASS] = ["room", "class"];
const LONGEST_CODE = 20;
/** The server says something every ten seconds. */
const PATIENCE = 25_000;
const [FIRST_PAUSE, LONGEST_PAUSE] = [500, 5_000];
/** From here on the code of a closed socket is ours, and its reason a sentence; after others the phone tries again. */
const OUR_CODES = 4_000;
/** The class that this phone has been in is not there; after a restart of the server its teacher may start another. */
const NOT_THERE = 1013;
const WAITS_AT_MOST = 600_000;
const CAN_UNZIP = "DecompressionStream" in globalThis;

/** The views of what the teacher sends, by its kind. */
const HANDOUTS = { quiz: PhoneQuiz, lesson: PhoneLesson };

/** What the page shows: the form for a code, a ballot, the teacher's stage, or what the teacher has sent. */
class Phone {
  constructor(main) {
    this.main = main;
    this.state = make("p", { role: "status", "data-role": "state" });
    this.explore = make("button", { type: "button", "data-role": "explore" });
    this.explore.addEventListener("click", () => this.follow(this.stage?.isExploring));
    this.header = make("header", {}, this.state, this.explore);
    this.old = make("p", { class: "old", "data-role": "old" }); // above a stage that the teacher has left
    this.view = null; // the ballot, the stage or the handout
    this.elsewhere = ""; // the title of the teacher's page, if it is not the one that is followed
    this.material = null; // what is large in the handout
    this.join = new JoinForm((code) => this.enter(code));
    this.connection = new Connection((message) => this.hear(message), (reason) => this.leave(reason), () => this.describe());
    this.main.append(this.header, this.old);
    const code = new URL(location.href).searchParams.get(ROOM);
    if (code) this.enter(code);
    else this.leave("");
  }

  get stage() {
    return this.view instanceof TeachersStage ? this.view : null;
  }

  enter(code) {
    const address = new URL(location.href);
    if (address.searchParams.get(ROOM) !== code) address.searchParams.delete(CLASS);
    address.searchParams.set(ROOM, code.slice(0, LONGEST_CODE));
    history.replaceState(null, "", address);
    this.join.element.remove();
    this.connection.open(address.searchParams.get(ROOM));
    this.describe();
  }

  /** Back to the form, with the reason why the class is not shown. */
  leave(reason) {
    this.show(null);
    this.join.explain(reason);
    this.main.append(this.join.element);
    this.describe();
  }

  hear({ ballot, stage, position, handout, material, elsewhere = "", class: mark = "" }) {
    if (mark) this.remember(mark);
    this.join.clear(); // the code was right, and opens no other class
    if (stage) this.teachers = stage;
    if (material) this.material = material;
    if (handout || ballot || position !== undefined) this.elsewhere = elsewhere;
    if (handout) this.work(handout);
    else if (ballot) {
      if (!(this.view instanceof BallotView)) this.show(new BallotView(this.main));
      this.view.update({ setStateValue: (_, vote) => this.connection.send(vote) }, ballot);
    } else if (position !== undefined) {
      if (!this.stage) this.show(new TeachersStage(this.main));
      this.stage.stand(this.teachers, position);
    }
    this.describe();
  }

  /** Keeps what finds the teacher's next class, also for a reload. */
  remember(mark) {
    const address = new URL(location.href);
    address.searchParams.set(CLASS, mark);
    history.replaceState(null, "", address);
  }

  /** Shows what the teacher has sent, as far as this phone has worked on it. */
  work(handout) {
    const Handout = HANDOUTS[handout.kind];
    const isOn = this.view instanceof Handout && this.view.number === handout.number;
    if (!isOn) this.show(new Handout(this.main, handout.number, this.connection));
    this.view.update(handout, this.material);
  }

  /** Puts another view in the place of the last. */
  show(view) {
    this.view?.dispose();
    this.view = view;
  }

  follow(follows) {
    this.stage?.explore(!follows);
    this.describe();
  }

  says() {
    if (!this.connection.isOpen) return this.connection.says();
    if (this.stage?.isExploring) return this.stage.says();
    if (this.elsewhere) return say("Your teacher is on another page: {page}.", { page: this.elsewhere });
    return this.stage ? "You follow your teacher." : "";
  }

  describe() {
    const { stage, connection } = this;
    const isExploring = stage?.isExploring === true;
    this.header.hidden = this.join.element.isConnected || (!stage && connection.isOpen && !this.elsewhere);
    this.explore.hidden = !stage;
    setText(this.explore, isExploring ? "Back to class" : "Explore on my own");
    setText(this.state, this.says());
    this.main.classList.toggle("following", Boolean(stage) && !isExploring);
    const isOld = Boolean(stage && this.elsewhere) && !isExploring;
    this.main.classList.toggle("has-left", isOld);
    this.old.hidden = !isOld;
    if (isOld) setText(this.old, stage.lastShown());
  }
}

/** The stage where the teacher stands, without controls; or, to explore, with them, as far as this phone was sent it. */
class TeachersStage extends View {
  constructor(parent) {
    super(parent, Stage);
    this.toPython.sayInAddress = () => {}; // the address is the class's
    this.isExploring = false;
    this.teachers = { data: null, position: 0 };
    this.shownData = null;
    this.jumps = 0;
    this.server = { setStateValue: () => {}, setTriggerValue: () => {} }; // nobody trains on for a phone
  }

  /** The teacher stands there, in this message. */
  stand(data, position) {
    this.teachers = { data, position };
    if (!this.isExploring) this.goToTeacher();
  }

  explore(isExploring) {
    this.isExploring = isExploring;
    this.player.stop();
    this.takeStage(this.teachers.data, this.teachers.position);
  }

  goToTeacher() {
    const { data, position } = this.teachers;
    if (data !== this.shownData) this.takeStage(data, position);
    else if (position !== this.position && this.holds(position)) this.moveTo(position);
  }

  /** Takes a message, and goes to a position in it. */
  takeStage(data, position) {
    this.jumps += 1;
    this.shownData = data;
    const end = this.isExploring ? { known: data.last, whole: true } : {};
    this.update(this.server, { ...asSeen(data), ...end, position, jump: this.jumps });
  }

  says() {
    return say("On your own, up to merge {last:,}.", { last: this.shownData.last });
  }

  /** Where the teacher was when they left. */
  lastShown() {
    const { position } = this.teachers;
    return position ? say("Last shown: after merge {position:,}.", { position }) : "Last shown: before the first merge.";
  }

  hearKey(event) {
    if (this.isExploring) super.hearKey(event);
  }

  perform(action, isHeld) {
    if (this.isExploring) super.perform(action, isHeld);
  }

  goTo(to) {
    if (this.isExploring) super.goTo(Math.max(to, this.shownData.first));
  }
}

/** A message without what only the teacher can do and see. */
function asSeen(data) {
  return {
    ...data,
    ...{ in_file: true, present: false, busy: false, is_new: false, notice: "", cost: [], rules_before: "" },
    found_pairs: null,
    predict: { ...data.predict, on: false, offered: false, voting: true },
  };
}

/** The field for the code, and why there is nothing to see. */
class JoinForm {
  constructor(onCode) {
    const attributes = { autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: String(LONGEST_CODE) };
    this.field = make("input", { ...attributes, "data-role": "code" });
    this.problem = make("p", { class: "sentence", role: "alert", "data-role": "sentence" });
    const label = make("label", {}, "Code: 6 letters and digits on your teacher's screen", this.field);
    const join = make("button", { type: "submit", class: "choice" }, "Join");
    const title = make("h1", { class: "sentence" }, "Join a class");
    this.element = make("form", { class: "ballot" }, this.problem, title, label, join);
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.field.value.trim()) onCode(this.field.value);
    });
  }

  clear() {
    this.field.value = "";
  }

  explain(problem) {
    setText(this.problem, problem);
    this.problem.hidden = !problem;
  }
}

/** The text of a message, which is zipped if it is large. */
function textOf(data) {
  if (typeof data === "string") return data;
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** The socket to the class; it is opened again until the server says why not. */
class Connection {
  constructor(hear, end, change) {
    Object.assign(this, { hear, end, change });
    this.code = "";
    this.socket = null;
    this.isOpen = false;
    this.opened = 0; // how many sockets there have been
    this.isNew = true;
    this.pause = FIRST_PAUSE;
    this.waitsSince = 0; // when the server first said that the class is not there
    this.timer = 0; // for the next try, or until the server has been silent for too long
    window.addEventListener("offline", () => this.socket && this.lose());
    window.addEventListener("online", () => this.code && !this.socket && this.connect());
  }

  open(code) {
    this.code = code;
    this.isNew = true;
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.opened += 1;
    const address = new URL("vote/stream", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const mark = new URL(location.href).searchParams.get(CLASS) ?? "";
    address.search = new URLSearchParams({ [ROOM]: this.code, [CLASS]: mark, zip: CAN_UNZIP ? "1" : "" });
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    let before = Promise.resolve(); // to unzip takes a moment, in which what comes next has to wait
    this.wait(PATIENCE, () => this.lose());
    socket.addEventListener("message", ({ data }) => {
      before = before.then(() => textOf(data)).then((text) => this.socket === socket && this.take(text));
    });
    socket.addEventListener("close", (event) => this.socket === socket && this.hasClosed(event));
  }

  take(text) {
    Object.assign(this, { isOpen: true, isNew: false, pause: FIRST_PAUSE, waitsSince: 0 });
    this.wait(PATIENCE, () => this.lose());
    this.hear(JSON.parse(text));
  }

  hasClosed({ code, reason }) {
    if (code === NOT_THERE) this.waitsSince ||= Date.now();
    if (code === NOT_THERE && Date.now() - this.waitsSince > WAITS_AT_MOST) reason = "The class has ended.";
    else if (code < OUR_CODES) {
      this.lose();
      return;
    }
    clearTimeout(this.timer);
    Object.assign(this, { socket: null, isOpen: false, code: "" });
    this.end(reason);
  }

  /** The connection is gone, or as good as that: tries again, not everybody at the same moment. */
  lose() {
    const { socket } = this;
    Object.assign(this, { socket: null, isOpen: false });
    socket?.close();
    this.change();
    this.wait(this.pause * (1 + Math.random()), () => this.connect());
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }

  wait(pause, then) {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, pause);
  }

  says() {
    if (this.waitsSince) return "Your class is not there. It goes on here once your teacher starts it again.";
    return this.isNew ? "Connecting." : "The connection is lost; trying again.";
  }

  /** Tells the server something, if it can be reached; returns whether it can. */
  send(said) {
    if (this.isOpen) this.socket.send(JSON.stringify(said));
    return this.isOpen;
  }
}

window.phone = new Phone(document.querySelector("main"));
