import { Ban, CircleCheck, Clock, Eye, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Ring } from './Ring.tsx';
import './Badge.css';

export type BadgeTone = 'neutral' | 'warn' | 'accent' | 'ok' | 'err';
export type BadgeIcon = 'clock' | 'eye' | 'ring' | 'tick' | 'triangle' | 'crossed' | 'offline' | 'none';

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

/** Icon, word and colour: never the colour alone. */
export function Badge({ children, tone = 'neutral', icon = 'none' }: BadgeProps) {
  return (
    <span className={`gt-badge gt-badge--${tone}`}>
      {iconOf(icon)}
      <span>{children}</span>
    </span>
  );
}

/** §4 Order status: the look of each number; unknown ones look as in process (decision 25). */
export function OrderStatusBadge({ status, label }: { status: number; label: string }) {
  const look = ORDER_LOOKS[status] ?? IN_PROCESS;
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {label}
    </Badge>
  );
}

interface BadgeLook {
  tone: BadgeTone;
  icon: BadgeIcon;
}
const IN_PROCESS: BadgeLook = { tone: 'accent', icon: 'ring' };
const ORDER_LOOKS: Readonly<Record<number, BadgeLook>> = {
  1: { tone: 'neutral', icon: 'clock' },
  3: { tone: 'warn', icon: 'eye' },
  7: { tone: 'ok', icon: 'tick' },
  8: { tone: 'err', icon: 'triangle' },
  9: { tone: 'err', icon: 'crossed' },
};
