import { useState } from 'react';
import type { Operation, OperationGroup } from '../../../machines/account/reference/reference.rules.ts';
import { TextField } from '../../shared/kit/fields/TextField.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { OperationBody, type Sending } from './OperationBody.tsx';
import { Words } from './Words.tsx';
import './reference.css';

interface ReferencePageProps extends Sending {
  info: { title: string; version: string; description?: string };
  /** The document's address. */
  address: string;
  groups: readonly OperationGroup[];
  /** The id of the operation that is open at first. */
  first: string;
}

/** The calls of the API, read from its OpenAPI document. */
export function ReferencePage({ info, address, groups, first, ...sending }: ReferencePageProps) {
  const [token, setToken] = useState('');
  return (
    <div className="gt-reference gt-stack">
      <header className="gt-stack gt-gap-12">
        <h1 className="gt-headline">{info.title}</h1>
        <p>
          <Words>{info.description ?? ''}</Words>
        </p>
        <p>
          Version {info.version} · <a href={address}>OpenAPI document</a>
        </p>
        <TextField
          label="Token or API key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          mono
          value={token}
          onChange={(value) => setToken(value.trim())}
          hint="Sent as a bearer token with the calls that need one. It is kept until this page is closed."
        />
        <nav aria-label="Groups">
          <ul className="gt-reference__groups gt-gap-8-16 gt-flex gt-wrap">
            {groups.map(({ name }) => (
              <li key={name}>
                <a href={`#group-${name}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main>
        {groups.map(({ name, description, operations }) => (
          <section key={name} aria-labelledby={`group-${name}`}>
            <h2 id={`group-${name}`}>{name}</h2>
            <p className="gt-reference__note gt-muted">{description}</p>
            {operations.map((one) => (
              <Call key={one.id} operation={one} isFirst={one.id === first} token={token} {...sending} />
            ))}
          </section>
        ))}
      </main>
    </div>
  );
}

interface CallProps extends Sending {
  operation: Operation;
  isFirst: boolean;
  token: string;
}

function Call({ operation, isFirst, token, ...sending }: CallProps) {
  const { id, method, path, summary } = operation;
  // stays mounted after the first opening, so that what was typed remains
  const [wasOpen, setWasOpen] = useState(isFirst);
  return (
    <details
      id={id}
      className="gt-call gt-below-8 gt-surface gt-round-note gt-framed"
      open={isFirst}
      onToggle={(event) => setWasOpen(wasOpen || event.currentTarget.open)}
    >
      <summary className="gt-hovers">
        <h3>
          <span className="gt-call__method gt-accent">{method}</span> <code>{path}</code>{' '}
          <span className="gt-call__summary gt-muted">{summary}</span>
        </h3>
      </summary>
      {wasOpen && <OperationBody operation={operation} token={token} {...sending} />}
    </details>
  );
}

export function NoReference({ address }: { address: string }) {
  return (
    <main className="gt-reference gt-stack">
      <h1 className="gt-headline">API reference</h1>
      <Note tone="err">
        The document could not be read: <a href={address}>{address}</a>
      </Note>
    </main>
  );
}
