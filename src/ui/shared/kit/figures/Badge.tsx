import { Ban, CircleCheck, Clock, Eye, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { orderStatusRow } from '../../../../../contract/orders/orderStatus.ts';
import type { ExportStage } from '../../../../machines/exports/exports.rules.ts';
import { Ring } from './Ring.tsx';
import './Badge.css';

type BadgeTone = 'neutral' | 'warn' | 'accent' | 'ok' | 'err';
type BadgeIcon = 'clock' | 'eye' | 'ring' | 'tick' | 'triangle' | 'crossed' | 'offline' | 'none';

interface BadgeProps {
  children: ReactNode;
  tone?: BadgeTone | undefined;
  icon?: BadgeIcon | undefined;
}

function iconOf(icon: BadgeIcon): ReactNode {
  const size = { size: 12, strokeWidth: 2, 'aria-hidden': true } as const;
  switch (icon) {
    case 'clock':
      return <Clock {...size} />;
    case 'eye':
      return <Eye {...size} />;
    case 'ring':
      return <Ring size={12} />;
    case 'tick':
      return <CircleCheck {...size} />;
    case 'triangle':
      return <TriangleAlert {...size} />;
    case 'crossed':
      return <Ban {...size} />;
    case 'offline':
      return <WifiOff {...size} />;
    case 'none':
      return null;
  }
}

/** Icon, text and colour: never colour alone. */
export function Badge({ children, tone = 'neutral', icon = 'none' }: BadgeProps) {
  return (
    <span className="gt-badge gt-toned gt-high-20 gt-inline gt-gap-4 gt-nowrap" data-tone={tone}>
      {iconOf(icon)}
      <span>{children}</span>
    </span>
  );
}

/** The status of an order (§4 Order status; docs/design.md, Badges). */
export function OrderStatusBadge({ status, label }: { status: number | null; label: string }) {
  const { tone, icon } = orderStatusRow(status);
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

interface BadgeLook {
  tone: BadgeTone;
  icon: BadgeIcon;
}
/** Export tasks use the same badges (docs/design.md, Badges). §4: an error icon for failed tasks. */
export function ExportStatusBadge({ stage, label }: { stage: ExportStage; label: string }) {
  const look = EXPORT_LOOKS[stage];
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {label}
    </Badge>
  );
}

const EXPORT_LOOKS: Readonly<Record<ExportStage, BadgeLook>> = {
  pending: { tone: 'neutral', icon: 'clock' },
  inProcess: { tone: 'accent', icon: 'ring' },
  done: { tone: 'ok', icon: 'tick' },
  expired: { tone: 'neutral', icon: 'crossed' },
  failed: { tone: 'err', icon: 'triangle' },
  unknown: { tone: 'neutral', icon: 'none' },
};
