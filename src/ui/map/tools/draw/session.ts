import type { Position } from 'geojson';
import { areaKm2 } from '../../../../geo/area/area.ts';
import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import { crossingOfLine } from '../../../../geo/check/edgeCrossing.ts';
import type { DrawMode } from '../../../../machines/map/map.events.ts';
import type { NoticeText } from '../../../../machines/shared/notice.ts';
import { areaVerdict, crossingVerdict, type Verdict } from '../../kernel/verdict.ts';
import { Pointing, type MapPoint } from '../../kernel/pointing.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { BoxMode, isNear, PolygonMode, type ModeInput, type Project, type ShapeMode } from './modes.ts';
import { sketchStore } from '../../layers/sketch.ts';

/** State of a drawing for the view. */
export interface DrawingState {
  vertices: number;
  /** Whether the vertices set so far make a shape. */
  canFinish: boolean;
  /** Area with the pointer's position as the next vertex, km²; null while nothing is enclosed. */
  areaKm2: number | null;
  /** Position of the tag, pixels; null while the pointer is off the map. */
  tagAt: { x: number; y: number } | null;
  /** Whether the keyboard draws, with a reticle in the middle of the free map. */
  isReticle: boolean;
  /** Why the outline can't become an area; null if it can. */
  refusal: NoticeText | null;
}
export type DrawingNews = 'vertexSet' | 'vertexRemoved' | 'tooFew' | 'refused';
export interface DrawingEvents {
  completed: (geometry: AreaGeometry) => void;
  cancelled: () => void;
  changed: () => void;
  message: (news: DrawingNews) => void;
}

const NOTHING: ModeInput['data'] = { type: 'FeatureCollection', features: [] };

/** One drawing, until the shape is complete. The unfinished shape is in the session and the sketch store. */
export class DrawingSession {
  private readonly mode: ShapeMode;
  private readonly pointing: Pointing;
  private isOver = false;
  /** Why finishing was refused; reset when the outline changes. */
  private refused: Verdict | null = null;
  /** The self-crossing with the pointer's position as the next vertex. */
  private crossing: Verdict | null = null;

  constructor(
    private readonly mapHandle: MapHandle,
    private readonly kind: DrawMode,
    isByKeyboard: boolean,
    private readonly events: DrawingEvents,
  ) {
    this.mode = kind === 'Box' ? new BoxMode() : new PolygonMode();
    this.pointing = new Pointing(mapHandle, isByKeyboard, {
      pressed: (at) => this.press(at),
      moved: () => this.show(),
      takenBack: () => this.takeBack(),
      finished: () => this.finish(),
      cancelled: () => this.events.cancelled(),
      // dragging draws a rectangle; for a polygon it pans the map
      ...(kind === 'Box' ? { dragBegun: (from) => this.dragBegun(from) } : {}),
    });
    this.show();
  }

  /** Ends the drawing, complete or not. */
  end(): void {
    this.isOver = true;
    this.pointing.end();
    sketchStore.set(null);
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
      refusal: (this.crossing ?? this.refused)?.message ?? null,
    };
  }

  /** Finishes the polygon; reports too few vertices or an invalid area. */
  finish(): void {
    const ring = this.mode.outlineTo(null);
    this.refused = ring.length > 3 ? areaVerdict({ type: 'Polygon', coordinates: [ring] }) : null;
    if (this.refused !== null) {
      this.show();
      this.events.message('refused');
    } else if (!this.mode.finish(this.props())) this.events.message('tooFew');
  }

  takeBack(): void {
    if (!this.mode.takeBack()) return;
    this.refused = null;
    this.show();
    this.events.message('vertexRemoved');
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
    const isFinish = this.mode.press(at, this.props(), this.project);
    if (this.isOver) return;
    if (isFinish) {
      this.finish();
      return;
    }
    if (this.mode.vertices().length > before) this.refused = null;
    this.show();
    if (this.mode.vertices().length > before) this.events.message('vertexSet');
  }

  private isFinishing(): boolean {
    const at = this.pointing.place();
    const vertices = this.mode.vertices();
    if (at === null || this.kind === 'Box' || vertices.length < 3) return false;
    return [vertices[0], vertices[vertices.length - 1]].some((vertex) => isNear(at, vertex, this.project));
  }

  private readonly project: Project = (position) =>
    this.mapHandle.map.project([position[0] ?? 0, position[1] ?? 0]);

  /** Tests only the open line, because the closing edge changes with every vertex. */
  private crossingTo(at: Position | null): Verdict | null {
    if (this.kind === 'Box') return null;
    const place = crossingOfLine([...this.mode.vertices(), ...(at === null ? [] : [at])]);
    return place === null ? null : crossingVerdict(place);
  }

  private show(): void {
    if (this.isOver) return;
    const at = this.pointing.place()?.position ?? null;
    // near a vertex a press finishes without adding one
    this.crossing = this.crossingTo(this.isFinishing() ? null : at);
    const crossing = (this.crossing ?? this.refused)?.place ?? null;
    sketchStore.set({ line: this.mode.outlineTo(at), vertices: this.mode.vertices(), crossing });
    this.events.changed();
  }
}
