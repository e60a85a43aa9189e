/** deck.gl's canvas is inert: it gets no events, and what would recognize them does nothing either. */
export class EventManager {
  on(): void {}
  destroy(): void {}
}
export { EventManager as Pan, EventManager as Pinch, EventManager as Tap };
export const InputDirection = {};
