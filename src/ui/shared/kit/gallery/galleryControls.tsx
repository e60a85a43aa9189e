import { DEFAULT_SENSOR, SENSOR_TYPES } from '../../../../../contract/sensors.ts';
import { Cloud, Download, Layers } from 'lucide-react';
import { useState } from 'react';
import { Badge, OrderStatusBadge } from '../figures/Badge.tsx';
import { Button } from '../actions/Button.tsx';
import { Checkbox } from '../fields/choice/Checkbox.tsx';
import { IconButton } from '../actions/IconButton.tsx';
import { Logo } from '../layout/Logo.tsx';
import { RadioCards } from '../fields/radio/RadioCards.tsx';
import { Segments } from '../actions/Segments.tsx';
import { Switch } from '../actions/Switch.tsx';
import { Tag } from '../figures/Tag.tsx';
import { Tooltip } from '../overlays/Tooltip.tsx';

const SENSORS = SENSOR_TYPES.map((value) => ({ value, label: value }));

const LEVELS = ['L1', 'L2A', 'L3A', 'L3B'].map((value, i) => ({ value, label: value, note: `× 1.${i}0` }));

export function Buttons() {
  return (
    <section aria-label="Buttons" className="gt-gallery__group">
      <h2>Buttons</h2>
      <div className="gt-gallery__line">
        <Button variant="primary">Primary</Button>
        <Button>Secondary</Button>
        <Button variant="text">Text</Button>
      </div>
      <div className="gt-gallery__line">
        <Button variant="primary" autoFocus>
          Focus
        </Button>
        <Button variant="danger">Delete</Button>
        <Button disabled>Disabled</Button>
      </div>
      <div className="gt-gallery__line">
        <Button variant="primary" busy busyLabel="Submitting…">
          Submit
        </Button>
        <Button size="small">Small</Button>
        <IconButton
          label="Layers"
          variant="filled"
          size="small"
          icon={<Layers size={16} strokeWidth={1.75} />}
        />
      </div>
      <div className="gt-gallery__line">
        <Button disabled reason="Submit waits for the price and your agreement.">
          Submit
        </Button>
        <Button chosen>Chosen</Button>
        <Button variant="dangerFilled">Cancel order</Button>
        <Button closed>Send again in 42 s</Button>
      </div>
    </section>
  );
}

export function Choices() {
  const [clip, setClip] = useState(true);
  const [sensor, setSensor] = useState(DEFAULT_SENSOR);
  const [level, setLevel] = useState('L3A');
  const [shown, setShown] = useState(true);
  return (
    <section aria-label="Choices" className="gt-gallery__group">
      <h2>Choices</h2>
      <div className="gt-gallery__line">
        <Checkbox checked={clip} onChange={setClip}>
          Clip
        </Checkbox>
        <Checkbox checked={false} onChange={() => {}}>
          L1
        </Checkbox>
        <Checkbox checked={false} mixed onChange={() => {}}>
          All
        </Checkbox>
        <Checkbox checked disabled onChange={() => {}}>
          Closed
        </Checkbox>
        <Switch label="Quicklook on map" checked={shown} onChange={setShown} />
      </div>
      <RadioCards label="Product level" value={level} onChange={setLevel} options={LEVELS} />
      <Segments label="Sensor" value={sensor} onChange={setSensor} options={SENSORS} />
    </section>
  );
}

export function Statuses() {
  return (
    <section aria-label="Order status" className="gt-gallery__group">
      <h2>Order status</h2>
      <div className="gt-gallery__line gt-gallery__line--tight">
        <OrderStatusBadge status={1} label="To be processed" />
        <OrderStatusBadge status={3} label="To be reviewed" />
        <OrderStatusBadge status={4} label="In process" />
        <OrderStatusBadge status={7} label="Completed" />
        <OrderStatusBadge status={8} label="Failed" />
        <OrderStatusBadge status={9} label="Cancelled" />
        <Badge tone="warn" icon="offline">
          Offline
        </Badge>
        <Badge>estimated</Badge>
      </div>
      <div className="gt-gallery__line gt-gallery__line--tight">
        <Tag kind="chosen" removeLabel="Remove SV-2" onRemove={() => {}}>
          SV-2 · 0.5 m
        </Tag>
        <Tag icon={<Cloud size={14} strokeWidth={1.75} />}>≤ 20%</Tag>
        <Tooltip label="Measure distance" shortcut="D" placement="bottom">
          <IconButton label="Measure distance" icon={<Download size={18} strokeWidth={1.75} />} />
        </Tooltip>
        <Logo />
      </div>
    </section>
  );
}
