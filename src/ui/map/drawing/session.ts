import type { Position } from 'geojson';
import { areaKm2 } from '../../../geo/area.ts';
import type { AreaGeometry } from '../../../geo/areaGeometry.ts';
import type { DrawMode } from '../../../machines/map.machine.ts';
import { Pointing, type MapPoint } from '../pointing/pointing.ts';
import type { MapStage } from '../stage.ts';
import { BoxMode, PolygonMode, type ModeInput, type ShapeMode } from './modes.ts';
import { setSketch } from './sketchStore.ts';

/** What a drawing looks like to its view. */
export interface DrawingState {
  vertices: number;
  /** Whether it is complete with what is set. */
  canFinish: boolean;
  /** Area with the pointer's place as the next vertex, km²; null while nothing is enclosed. */
  areaKm2: number | null;
  /** Where the tag goes, pixels; null while the pointer is elsewhere. */
  tagAt: { x: number; y: number } | null;
  /** The keyboard draws: a reticle stands in the middle of the free map. */
  isReticle: boolean;
}
export type DrawingNews = 'vertexSet' | 'vertexTaken' | 'tooFew';
export interface DrawingEvents {
  completed: (geometry: AreaGeometry) => void;
  cancelled: () => void;
  changed: () => void;
  said: (news: DrawingNews) => void;
}

const NOTHING: ModeInput['data'] = { type: 'FeatureCollection', features: [] };

/**
 * One drawing, from the tool's choice to the complete shape. What is drawn stays here and in the sketch; the complete
 * shape alone leaves it.
 */
export class DrawingSession {
  private readonly mode: ShapeMode;
  private readonly pointing: Pointing;
  private isOver = false;
  private readonly stage: MapStage;
  private readonly kind: DrawMode;
  private readonly events: DrawingEvents;

  constructor(stage: MapStage, kind: DrawMode, isByKeyboard: boolean, events: DrawingEvents) {
    this.stage = stage;
    this.kind = kind;
    this.events = events;
    this.mode = kind === 'Box' ? new BoxMode() : new PolygonMode();
    this.pointing = new Pointing(stage, isByKeyboard, {
      pressed: (at) => this.press(at),
      moved: () => this.show(),
      takenBack: () => this.takeBack(),
      finished: () => this.finish(),
      cancelled: () => this.events.cancelled(),
      // a rectangle is drawn by dragging; a polygon's drag moves the map
      ...(kind === 'Box' ? { dragBegun: (from) => this.dragBegun(from) } : {}),
    });
    this.show();
  }

  /** Ends it, whatever it came to. */
  end(): void {
    this.isOver = true;
    this.pointing.end();
    setSketch(null);
  }

  state(): DrawingState {
    const at = this.pointing.place();
    const outline = this.mode.outlineTo(at?.position ?? null);
    const vertices = this.mode.vertices().length;
    return {
      vertices,
      canFinish: this.kind === 'Polygon' && vertices >= 3,
      areaKm2: outline.length > 3 ? areaKm2({ type: 'Polygon', coordinates: [outline] }) : null,
      tagAt: at === null ? null : { x: at.screen[0], y: at.screen[1] },
      isReticle: this.pointing.isReticle(),
    };
  }

  /** The polygon as it is; said aloud when it has too few vertices. */
  finish(): void {
    if (!this.mode.finish(this.props())) this.events.said('tooFew');
  }

  takeBack(): void {
    if (!this.mode.takeBack()) return;
    this.show();
    this.events.said('vertexTaken');
  }

  private props(): ModeInput {
    const at = this.pointing.place();
    return {
      data: NOTHING,
      modeConfig: {},
      selectedIndexes: [],
      cursor: null,
      lastPointerMoveEvent: {
        picks: [],
        screenCoords: at?.screen ?? [0, 0],
        mapCoords: at?.position ?? [0, 0],
        sourceEvent: null,
        cancelPan: () => {},
      },
      onEdit: ({ editType, updatedData }) => {
        const geometry = updatedData.features[0]?.geometry;
        if (editType === 'addFeature' && geometry?.type === 'Polygon' && !this.isOver)
          this.events.completed({
            type: 'Polygon',
            coordinates: geometry.coordinates.map((ring) => ring.map((position): Position => [...position])),
          });
      },
      onUpdateCursor: () => {},
    };
  }

  private dragBegun(from: MapPoint): void {
    if (this.mode.vertices().length === 0) this.press(from);
  }

  private press(at: MapPoint): void {
    const before = this.mode.vertices().length;
    this.mode.press(at, this.props(), (position) =>
      this.stage.map.project([position[0] ?? 0, position[1] ?? 0]),
    );
    if (this.isOver) return;
    this.show();
    if (this.mode.vertices().length > before) this.events.said('vertexSet');
  }

  private show(): void {
    if (this.isOver) return;
    const at = this.pointing.place()?.position ?? null;
    setSketch({ line: this.mode.outlineTo(at), vertices: this.mode.vertices() });
    this.events.changed();
  }
}
