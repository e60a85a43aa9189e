import { Cloud, Download, Layers, RotateCcw, Search } from 'lucide-react';
import { useState } from 'react';
import { showPage } from '../../src/ui/shared/showPage.tsx';
import { DEFAULT_SENSOR, SENSOR_TYPES } from '../../contract/sensors.ts';
import { addPortalTexts, applyLanguage } from '../../src/ui/shared/i18n/language.ts';
import { applyTheme } from '../../src/ui/shared/styles/theme.ts';
import { Button } from '../../src/ui/shared/kit/actions/Button.tsx';
import { IconButton } from '../../src/ui/shared/kit/actions/IconButton.tsx';
import { Menu } from '../../src/ui/shared/kit/actions/Menu.tsx';
import { Segments } from '../../src/ui/shared/kit/actions/Segments.tsx';
import { Switch } from '../../src/ui/shared/kit/actions/Switch.tsx';
import { Checkbox } from '../../src/ui/shared/kit/fields/Checkbox.tsx';
import { DateField } from '../../src/ui/shared/kit/fields/DateField.tsx';
import { RangeField } from '../../src/ui/shared/kit/fields/RangeField.tsx';
import { MultiSelect } from '../../src/ui/shared/kit/fields/MultiSelect.tsx';
import { NativeSelect } from '../../src/ui/shared/kit/fields/NativeSelect.tsx';
import { NumberField } from '../../src/ui/shared/kit/fields/NumberField.tsx';
import { PasswordField } from '../../src/ui/shared/kit/fields/PasswordField.tsx';
import { RadioCards } from '../../src/ui/shared/kit/fields/RadioCards.tsx';
import { Select } from '../../src/ui/shared/kit/fields/Select.tsx';
import { Slider } from '../../src/ui/shared/kit/fields/Slider.tsx';
import { TextField } from '../../src/ui/shared/kit/fields/TextField.tsx';
import { Badge, OrderStatusBadge } from '../../src/ui/shared/kit/figures/Badge.tsx';
import { Note } from '../../src/ui/shared/kit/figures/Note.tsx';
import { Sparkline } from '../../src/ui/shared/kit/figures/Sparkline.tsx';
import { Tag } from '../../src/ui/shared/kit/figures/Tag.tsx';
import { DataTable } from '../../src/ui/shared/kit/layout/DataTable.tsx';
import { Logo } from '../../src/ui/shared/kit/layout/Logo.tsx';
import { Pager } from '../../src/ui/shared/kit/layout/Pager.tsx';
import { Panel } from '../../src/ui/shared/kit/layout/Panel.tsx';
import { Tabs } from '../../src/ui/shared/kit/layout/Tabs.tsx';
import { Dialog } from '../../src/ui/shared/kit/overlays/Dialog.tsx';
import { Toasts } from '../../src/ui/shared/kit/overlays/Toasts.tsx';
import { Tooltip } from '../../src/ui/shared/kit/overlays/Tooltip.tsx';
import { EmptyState } from '../../src/ui/shared/kit/states/EmptyState.tsx';
import { FailedState } from '../../src/ui/shared/kit/states/FailedState.tsx';
import { Loading, Skeleton } from '../../src/ui/shared/kit/states/Loading.tsx';
import './gallery.css';

const asked = new URLSearchParams(globalThis.location.search);

/**
 * All components of the kit on one page, for development: kit.html?theme=dark&language=zh&dialog=600. Not
 * part of the production build.
 */

function Gallery() {
  return (
    <main className="gt-gallery gt-flex gt-wrap gt-surface">
      <h1 className="gt-visually-hidden">Kit</h1>
      <div className="gt-gallery__column gt-stack gt-shrink">
        <Buttons />
        <Fields />
        <Choices />
        <Statuses />
      </div>
      <div className="gt-gallery__column gt-stack gt-shrink">
        <States />
      </div>
      <div className="gt-gallery__column gt-stack gt-shrink">
        <SearchForm />
        <Figures />
        <Panels />
      </div>
      {asked.has('toasts') && (
        <Toasts
          onClose={() => {}}
          notices={[
            { id: 1, tone: 'success', text: 'Share link copied.' },
            { id: 2, tone: 'error', text: 'Only one satellite must be selected' },
            { id: 3, tone: 'info', text: 'No result' },
          ]}
        />
      )}
      <Dialogs />
    </main>
  );
}

function States() {
  return (
    <>
      <div className="gt-float gt-round-panel">
        <EmptyState
          title="No scenes here in these dates"
          text="Nearest match: 2 Nov, 34% cloud."
          actions={
            <>
              <Button size="small">Cloud ≤ 40%</Button>
              <Button size="small">6 months</Button>
            </>
          }
        />
      </div>
      <div className="gt-float gt-round-panel">
        <Loading label="Searching…" rows={2} rowHeight={68} picture />
      </div>
      <div className="gt-float gt-round-panel">
        <FailedState title="Couldn’t load orders" onRetry={() => {}} />
      </div>
      <Note
        tone="err"
        title="The WKT format is incorrect!"
        action={<Button size="small">Write 1.268</Button>}
      >
        Line 2, column 26: 268 has no latitude after it.
      </Note>
      <Note tone="warn" title="This outline crosses itself.">
        No point has to move: putting two points in order closes it cleanly.
      </Note>
      <Note tone="ok" title="Done">
        Everything is in its place.
      </Note>
      <Note>Two satellites of one source.</Note>
      <div className="gt-across gt-wrap gt-gap-8">
        Unit price <Skeleton width={72} />
      </div>
    </>
  );
}

const SENSORS = SENSOR_TYPES.map((value) => ({ value, label: value }));

const LEVELS = ['L1', 'L2A', 'L3A', 'L3B'].map((value, i) => ({ value, label: value, note: `× 1.${i}0` }));

function Buttons() {
  return (
    <section aria-label="Buttons" className="gt-stack gt-gap-12">
      <h2 className="gt-label gt-faint">Buttons</h2>
      <div className="gt-across gt-wrap gt-gap-8">
        <Button variant="primary">Primary</Button>
        <Button>Secondary</Button>
        <Button variant="text">Text</Button>
      </div>
      <div className="gt-across gt-wrap gt-gap-8">
        <Button variant="primary" autoFocus>
          Focus
        </Button>
        <Button variant="danger">Delete</Button>
        <Button disabled>Disabled</Button>
      </div>
      <div className="gt-across gt-wrap gt-gap-8">
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
      <div className="gt-across gt-wrap gt-gap-8">
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

function Choices() {
  const [clip, setClip] = useState(true);
  const [sensor, setSensor] = useState(DEFAULT_SENSOR);
  const [level, setLevel] = useState('L3A');
  const [shown, setShown] = useState(true);
  return (
    <section aria-label="Choices" className="gt-stack gt-gap-12">
      <h2 className="gt-label gt-faint">Choices</h2>
      <div className="gt-across gt-wrap gt-gap-8">
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

function Statuses() {
  return (
    <section aria-label="Order status" className="gt-stack gt-gap-12">
      <h2 className="gt-label gt-faint">Order status</h2>
      <div className="gt-across gt-wrap gt-gap-6">
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
      <div className="gt-across gt-wrap gt-gap-6">
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

function Fields() {
  const [name, setName] = useState('Harbour, east side');
  const [mail, setMail] = useState('mei.lin@harbour');
  const [number, setNumber] = useState('1.372');
  const [industry, setIndustry] = useState<'Maritime' | 'Mining' | ''>('');
  return (
    <section aria-label="Fields" className="gt-stack gt-gap-12">
      <h2 className="gt-label gt-faint">Fields</h2>
      <TextField label="Name" value="" placeholder="At most 32 characters" onChange={() => {}} />
      <TextField label="Order name" value={name} maxLength={64} counter="always" onChange={setName} />
      <TextField label="AOI name" value={name} maxLength={20} onChange={setName} />
      <TextField label="Email" value={mail} error="Invalid e-mail." onChange={setMail} />
      <TextField label="Projection" value="Not available at L1" disabled onChange={() => {}} />
      <TextField label="Company" marked missing="Required" value="" onChange={() => {}} />
      <NativeSelect
        label="Industry"
        placeholder="Not chosen"
        value={industry}
        onChange={setIndustry}
        options={[
          { value: 'Maritime', label: 'Maritime' },
          { value: 'Mining', label: 'Mining' },
        ]}
      />
      <PasswordField label="Password" value="secret" onChange={() => {}} />
      <NumberField
        label="Max latitude"
        unit="°"
        step={0.001}
        min={-90}
        max={90}
        value={number}
        onChange={setNumber}
      />
      <TextField
        label="WKT, WGS 84"
        mono
        lines={3}
        value="POLYGON ((103.712 1.372, 103.860 1.402,"
        onChange={() => {}}
      />
    </section>
  );
}

/** Daily values, loading and loaded, and a small table. */
function Figures() {
  const days = [120, 40, 0, 310, 80, 0, 200, 15, 450, 0, 90, 5, 260, 60];
  const message = (value: number) => `${value} credits`;
  const shared = { title: 'Daily usage', format: message, valueLabel: 'Credits' };
  return (
    <>
      <Sparkline
        {...shared}
        days={days.map((value, place) => ({ day: `2026-11-${String(place + 8).padStart(2, '0')}`, value }))}
        total="Last 14 days: 1,630 credits"
      />
      <Sparkline {...shared} days={null} total="" />
      <DataTable
        caption="Payment records"
        columns={[{ label: 'Order number' }, { label: 'Cost', end: true }]}
        rows={[
          { key: 1, cells: ['GT-20261120-0141', '$6,317.10'] },
          { key: 2, cells: ['GT-20261119-0138', '$420.00'] },
        ]}
      />
    </>
  );
}

const SATELLITES = ['SV-2', 'BJ-3A', 'SV-1', 'OB-3'].map((value) => ({ value, label: value, note: '0.5 m' }));

function SearchForm() {
  const [range, setRange] = useState({ from: '2026-08-20', to: '2026-11-20' });
  const [cloud, setCloud] = useState(20);
  const [gsd, setGsd] = useState(1);
  const [satellites, setSatellites] = useState<string[]>(['SV-2', 'BJ-3A']);
  const [mode, setMode] = useState<string | null>('MONO');
  return (
    <section aria-label="Search form" className="gt-stack gt-gap-12">
      <RangeField label="Acquisition date" {...range} today="2026-11-20" onChange={setRange} />
      <DateField label="Day" value="" onChange={() => {}} />
      <Slider
        label="Cloud cover, at most"
        value={cloud}
        min={0}
        max={100}
        step={1}
        onChange={setCloud}
        format={(value) => `${value}%`}
        ticks={[0, 50, 100].map((value) => ({ value, label: String(value) }))}
      />
      <Slider
        label="Resolution, up to"
        value={gsd}
        min={0.1}
        max={2}
        step={0.1}
        onChange={setGsd}
        format={(value) => `${value.toFixed(1)} m`}
        ticks={[0.3, 0.5, 1, 2].map((value) => ({
          value,
          label: value === 2 ? '2 m' : String(value),
          mark: value < 1,
        }))}
      />
      <MultiSelect
        label="Satellites"
        aside="2 of 6 with GSD ≤ 1 m"
        values={satellites}
        onChange={setSatellites}
        options={SATELLITES}
        tagOf={(option) => `${option.label} · 0.5 m`}
        placeholder="All satellites"
      />
      <Select
        label="Product mode"
        value={mode}
        clearable
        onChange={setMode}
        placeholder="Any"
        options={['MONO', 'STEREO', 'TRISTEREO'].map((value) => ({ value, label: value }))}
      />
    </section>
  );
}

function Panels() {
  const [tab, setTab] = useState<'archive' | 'tasking'>('archive');
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState('newest');
  return (
    <div className="gt-gallery__panel">
      <Panel
        title="Orders"
        bare
        actions={<IconButton label="Reload" size="small" icon={<RotateCcw size={16} strokeWidth={1.75} />} />}
        footer={<Pager page={page} pageCount={3} onPage={setPage} summary="1–10 of 27" />}
      >
        <Tabs
          label="Orders"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'archive', label: 'Archive' },
            { id: 'tasking', label: 'Tasking' },
          ]}
        >
          <div className="gt-across gt-wrap gt-gap-8 gt-pad-16">
            <Menu
              label="Sort"
              look="inline"
              selected={sort}
              onChoose={setSort}
              items={[
                { id: 'newest', label: 'Newest' },
                { id: 'cover', label: 'Most of the AOI' },
              ]}
            />
            <Menu
              label="Export"
              icon={<Download size={16} strokeWidth={1.75} />}
              onChoose={() => {}}
              items={[
                { id: 'geojson', label: 'GeoJSON' },
                { id: 'shp', label: 'Shp' },
                { id: 'preview', label: 'Preview and Shp', disabled: true, note: 'later' },
              ]}
            />
          </div>
        </Tabs>
      </Panel>
    </div>
  );
}

function Dialogs() {
  const [open, setOpen] = useState(asked.get('dialog'));
  if (open === null) return null;
  const close = () => setOpen(null);
  return (
    <Dialog
      title="Tasking order"
      subtitle="OB-3 · optical, 0.9 m"
      width={open === '1080' ? 1080 : open === '600' ? 600 : 480}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>Close</Button>
          <Button variant="primary" icon={<Search size={16} strokeWidth={1.75} />}>
            Submit
          </Button>
        </>
      }
      {...(open === '1080' ? { aside: <Note title="Price">Final price</Note> } : {})}
    >
      <Fields />
      <Select
        label="Resolution"
        value="0.9"
        onChange={() => {}}
        options={['0.5', '0.9'].map((value) => ({ value, label: `${value} m` }))}
      />
    </Dialog>
  );
}

applyTheme(asked.get('theme') === 'dark' ? 'dark' : 'light');
await addPortalTexts();
await applyLanguage(asked.get('language') === 'zh' ? 'zh' : 'en');
showPage('kit', <Gallery />);
