import type { MapStage } from '../stage.ts';

export function Drawing(_props: { stage: MapStage }) {
  return null;
}
