import type { Language } from '../../../../contract/languages.ts';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { ACTORS } from '../../../../src/machines/session/actors.ts';
import { loadForms } from '../../../../src/ui/auth/AuthOverlay.tsx';
import { PortalProvider } from '../../../../src/ui/shared/actors.tsx';
import { addPortalTexts, addTexts, applyLanguage } from '../../../../src/ui/shared/i18n/language.ts';
import { KitLocale } from '../../../../src/ui/shared/kit/layout/KitLocale.tsx';
import { labelsOf, shownBy, type Model, type ModelEvent, type Shown } from '../../../model/paths/explore.ts';
import { Live } from '../../../model/paths/replay/replay.ts';
import { eventsOf } from '../../../model/paths/pathData.ts';
import { modelsOfSaved, type SavedPath } from '../../../model/paths/replay/saved.ts';
import { models } from '../../../model/session/models.ts';
import { done } from '../../../model/shared/outcomes.ts';
import * as sample from '../../../model/shared/samples.ts';
import { DIALOGS } from '../../../../src/ui/session/later.tsx';
import { SAVED, STAGED, typeOf, type Staged, type StagedName } from './staged.ts';
import { PAGE_TEXTS, PAGES, VIEWS } from './views.tsx';
import '../../../../src/ui/shared/styles/base.css';
import '../../../../src/ui/shared/styles/workspace.css';

/** A control and the events that a press on it sends. */
interface Offer {
  at: number;
  says: string;
  events: ModelEvent[];
}

/** What a control is called: its label, its text, or that of the label around or for it. */
function nameOf(control: HTMLElement): string {
  const { labels } = control as HTMLInputElement;
  const by = control
    .getAttribute('aria-labelledby')
    ?.split(' ')
    .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent);
  const label = control.getAttribute('aria-label') ?? by?.join(' ');
  return (
    label ?? (control.textContent || (labels?.[0]?.textContent ?? control.getAttribute('placeholder') ?? ''))
  );
}

const whole = (value: unknown) => value;
const modelNamed = (name: string): Model => {
  const model = models.find((one) => one.name === name);
  if (model === undefined) throw new Error(`no model ${name}`);
  return model;
};
const machineOf = (actor: string): string => actor.replace(/\..*$/, '');

const liveOf = (name: string): Live => {
  const model = modelNamed(name);
  return new Live(model, Object.keys(model.variants)[0]!, whole);
};
const eventOf = (model: Model, label: string): ModelEvent => {
  const found = [...labelsOf(model)].find(([, one]) => one === label);
  if (found === undefined) throw new Error(`no event ${label}`);
  return found[0];
};

/** What happens until a user is signed in. */
const SIGNED_IN = [
  done('fetchSettings', sample.serverSettings),
  done('fetchUser', sample.knownUser),
  done('openWorkspace'),
];

/** What is seen after a step, with the controls of a situation that is new. */
export interface Look extends Shown {
  controls: { says: string; events: { type: string; can: boolean }[] }[] | null;
}

/** A part of a path: it ends with the path, or before a step whose control is marked to be pressed with the mouse. */
export interface Part {
  looks: Look[];
  isWaiting: boolean;
}

/** Notes events instead of sending them, while it is on. */
const dry: { noted: { to: string; event: ModelEvent }[] | null } = { noted: null };

/** The machines of actors that are invoked under another name. */
const INVOKED: Readonly<Record<string, string>> = {
  list: 'savedList',
  facts: 'aoiFacts',
  form: 'watchForm',
  rename: 'exportRename',
  registration: 'authForm',
  passwordReset: 'authForm',
};

/**
 * An actor as views see it: events are only noted in a dry run, and the machines that it invokes are there, which the replay
 * replaces by answers.
 */
function shownAs(
  name: string,
  actor: AnyActorRef,
  given: Readonly<Record<string, AnyActorRef>> = {},
): AnyActorRef {
  const inner = new Map<string, AnyActorRef>();
  const innerOf = (id: string, own: AnyActorRef): AnyActorRef => {
    const machine = INVOKED[id] ?? id;
    if (!models.some((one) => one.name === machine)) return own;
    const known = inner.get(id) ?? shownAs(`${name}.${id}`, liveOf(machine).actor);
    inner.set(id, known);
    return known;
  };
  let [known, shown]: [AnyMachineSnapshot | null, AnyMachineSnapshot | null] = [null, null];
  const overrides: Partial<Record<PropertyKey, unknown>> = {
    getSnapshot: () => {
      const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
      if (snapshot !== known) {
        known = snapshot;
        const running = Object.entries(snapshot.children as Record<string, AnyActorRef>);
        shown = Object.assign(Object.create(snapshot) as AnyMachineSnapshot, {
          children: { ...Object.fromEntries(running.map(([id, own]) => [id, innerOf(id, own)])), ...given },
        });
      }
      return shown;
    },
    send: (event: ModelEvent) => {
      if (dry.noted === null) actor.send(event);
      else dry.noted.push({ to: name, event });
    },
  };
  return new Proxy(actor, {
    get: (target, key) => {
      if (key in overrides) return overrides[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

class Stage {
  readonly #root = createRoot(document.querySelector('#app')!);
  #model: Model | null = null;
  /** The actor of a saved session that is played. */
  #saved: Model | null = null;
  #live: Live | null = null;
  #name: StagedName = 'orders';
  #portal: AnyActorRef | null = null;
  /** The actor of a page beside the portal. */
  #page: AnyActorRef | null = null;
  #mounts = 0;
  /** The steps that are still to be made. */
  #steps: string[] = [];
  /** Situations whose controls are known. */
  #known = new Set<string>();
  /** Where the control that sends an event was found last, among all. */
  readonly #places = new Map<string, number>();
  readonly #changes = new MutationObserver(() => {});

  constructor() {
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    this.#changes.observe(document, all);
  }

  /** Takes an actor of a saved session. @returns its events, by the names with which they are played as `SAVED` */
  take(path: SavedPath): string[] {
    const events = eventsOf(path);
    this.#saved = { ...modelsOfSaved(path)[0]!, events };
    const labels = labelsOf(this.#saved);
    return events.map((event) => labels.get(event)!);
  }

  /** Mounts the view of a machine at the beginning of a path. */
  async begin(name: StagedName, variant: string, language: Language): Promise<void> {
    await Promise.all([addPortalTexts(), loadForms(), ...PAGE_TEXTS.map(addTexts)]);
    await applyLanguage(language);
    const staged: Staged = STAGED[name];
    if (this.#name !== name) this.#known.clear();
    this.#name = name;
    this.#model = variant === SAVED ? this.#saved! : modelNamed(staged.model ?? name);
    this.#live = new Live(this.#model, variant, whole);
    const children: Record<string, AnyActorRef> = {};
    for (const actor of [...Object.keys(ACTORS), 'preferences']) {
      const machine = machineOf(actor);
      if (models.some((one) => one.name === machine)) children[actor] = shownAs(actor, liveOf(machine).actor);
    }
    const { actor = name, child } = staged;
    const shown = shownAs('own', this.#live.actor);
    if (child === undefined) children[actor] = shown;
    else {
      const parent = liveOf(machineOf(child.of));
      await parent.observe();
      for (const label of child.after) {
        parent.happen(eventOf(modelNamed(machineOf(child.of)), label));
        await parent.observe();
      }
      children[child.of] = shownAs(child.of, parent.actor, { [child.as]: shown });
    }
    const portal = new Live(modelNamed('portal'), 'a page that opens', whole);
    await portal.observe();
    for (const event of SIGNED_IN) {
      portal.happen(event);
      await portal.observe();
    }
    this.#portal = shownAs('portal', portal.actor, children);
    this.#page = staged.page === undefined ? null : children[child?.of ?? actor]!;
    this.#mount();
  }

  /** Mounts the view again, without the state that a dry run gave it. */
  #mount(): void {
    this.#mounts += 1;
    const { page }: Staged = STAGED[this.#name];
    flushSync(() =>
      this.#root.render(
        <PortalProvider key={this.#mounts} portal={this.#portal as never}>
          <KitLocale>
            {this.#isShown() &&
              (page === undefined ? (
                <main data-shown>
                  {VIEWS[this.#name]}
                  {Object.entries(DIALOGS).map(([dialog, Dialog]) => (
                    <Dialog key={dialog} />
                  ))}
                </main>
              ) : (
                <div data-shown>{PAGES[page](this.#page!)}</div>
              ))}
          </KitLocale>
        </PortalProvider>,
      ),
    );
  }

  /** Whether the portal would show the view now. */
  #isShown(): boolean {
    const { shownWhile }: Staged = STAGED[this.#name];
    const { snapshot } = this.#live!;
    if (snapshot.status !== 'active') return false;
    return shownWhile === undefined || shownBy(this.#model!, snapshot).can.includes(shownWhile);
  }

  async #seen(): Promise<Shown> {
    await this.#live!.observe();
    if (this.#isShown() !== (document.querySelector('[data-shown]') !== null)) this.#mount();
    // React shows what was sent outside of its own events in a task of its own
    await new Promise((resolve) => setTimeout(resolve));
    return shownBy(this.#model!, this.#live!.snapshot);
  }

  /** Performs an event that no control sends. */
  happen(label: string): Promise<Shown> {
    this.#live!.happen(eventOf(this.#model!, label));
    return this.#seen();
  }

  async #look(): Promise<Look> {
    const seen = await this.#seen();
    const situation = JSON.stringify([seen.value, seen.can]);
    const controls = this.#known.has(situation) ? null : this.#controlsWithEvents();
    this.#known.add(situation);
    return { ...seen, controls };
  }

  /** Plays a path from its beginning. */
  async play(
    name: StagedName,
    variant: string,
    language: Language,
    labels: readonly string[],
  ): Promise<Part> {
    await this.begin(name, variant, language);
    this.#steps = [...labels];
    return this.goOn();
  }

  /** Goes on after the beginning or a press. */
  async goOn(): Promise<Part> {
    const { offers }: Staged = STAGED[this.#name];
    const looks = [await this.#look()];
    for (let label = this.#steps.shift(); label !== undefined; label = this.#steps.shift()) {
      if (offers.includes(typeOf(label) as never) && this.#mark(label)) return { looks, isWaiting: true };
      this.#live!.happen(eventOf(this.#model!, label));
      looks.push(await this.#look());
    }
    return { looks, isWaiting: false };
  }

  #controls(): HTMLElement[] {
    const found = document.querySelectorAll<HTMLElement>(
      'button, a[href], summary, [role=button], [role=tab], [role=option], [role=switch], [role=radio], input:not([type=file])',
    );
    return [...found].filter(
      (one) =>
        one.checkVisibility() &&
        // those for screen readers alone have one pixel
        one.getBoundingClientRect().width > 1 &&
        one.closest('[inert], [aria-hidden=true]') === null &&
        one.getAttribute('aria-disabled') !== 'true' &&
        !one.matches(':disabled'),
    );
  }

  /** Presses a control without sending anything. @returns what it would have sent to the machine, and whether the view changed */
  #press(control: HTMLElement): { events: ModelEvent[]; isOther: boolean } {
    dry.noted = [];
    this.#changes.takeRecords();
    flushSync(() => control.click());
    const events = dry.noted.filter(({ to }) => to === 'own').map(({ event }) => event);
    dry.noted = null;
    return { events, isOther: this.#changes.takeRecords().length > 0 };
  }

  /** Presses every control without sending anything. @returns what each would have sent to the machine */
  #offers(): Offer[] {
    let controls = this.#controls();
    const count = controls.length;
    const offers: Offer[] = [];
    let isTouched = false;
    for (let at = 0; at < count; at += 1) {
      const control = controls[at];
      if (control === undefined) continue;
      const says = nameOf(control);
      const { events, isOther } = this.#press(control);
      offers.push({ at, says, events });
      if (!isOther) continue;
      isTouched = true;
      controls = this.#controls();
      // a press may have opened something of the view's own
      if (controls.length !== count) {
        this.#mount();
        isTouched = false;
        controls = this.#controls();
      }
    }
    if (isTouched) this.#mount();
    return offers;
  }

  /** Every control, with what it sends and whether the machine accepts it. */
  #controlsWithEvents(): NonNullable<Look['controls']> {
    return this.#offers().map(({ says, events }) => ({
      says,
      events: events.map((event) => ({ type: event.type, can: this.#live!.snapshot.can(event) })),
    }));
  }

  /** Where the control is that sends this; it is where it was before, or looked for among all. @returns null without one */
  #placeOf(wanted: string): number | null {
    const isWanted = (events: readonly ModelEvent[]) =>
      events.length === 1 && JSON.stringify(events[0]) === wanted;
    const before = this.#places.get(wanted);
    const control = before === undefined ? undefined : this.#controls()[before];
    if (before !== undefined && control !== undefined) {
      const { events, isOther } = this.#press(control);
      if (isOther) this.#mount();
      if (isWanted(events)) return before;
    }
    const offer = this.#offers().find(({ events }) => isWanted(events));
    if (offer !== undefined) this.#places.set(wanted, offer.at);
    return offer?.at ?? null;
  }

  /** Marks the control that sends this event of the model. @returns whether there is one */
  #mark(label: string): boolean {
    const at = this.#placeOf(JSON.stringify(eventOf(this.#model!, label)));
    for (const one of document.querySelectorAll('[data-stage]')) delete (one as HTMLElement).dataset['stage'];
    const control = at === null ? undefined : this.#controls()[at];
    if (control === undefined) return false;
    control.dataset['stage'] = '';
    return true;
  }
}

declare global {
  interface Window {
    stage: Stage;
  }
}
// the replay waits for promises with Node's function
Object.assign(globalThis, {
  setImmediate: (run: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', run);
    port1.start();
    port2.postMessage(null);
  },
});
window.open = () => null;
document.addEventListener('click', (event) => {
  if (dry.noted !== null && (event.target as Element).closest('a[href]')) event.preventDefault();
});
window.stage = new Stage();
