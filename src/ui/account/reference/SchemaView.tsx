import { useState } from 'react';
import type { Schema } from '../../../machines/account/reference/openapi.ts';
import { limitsOf, partsOf, typeOf } from '../../../machines/account/reference/reference.rules.ts';

/** A schema: its properties, each with its type; those with properties of their own open. */
export function SchemaView({ schema }: { schema: Schema }) {
  const parts = partsOf(schema);
  if (parts.length === 0) return <p className="gt-anywhere gt-muted">{described(schema)}</p>;
  return (
    <ul className="gt-parts gt-stack gt-gap-6">
      {parts.map(({ name, isRequired, schema: own }) => (
        <li key={name}>
          <Part name={name} isRequired={isRequired} schema={own} />
        </li>
      ))}
    </ul>
  );
}

const described = (schema: Schema): string => [typeOf(schema), limitsOf(schema)].filter(Boolean).join(', ');

function Part({ name, isRequired, schema }: { name: string; isRequired: boolean; schema: Schema }) {
  const [isOpen, setIsOpen] = useState(false);
  const line = (
    <>
      <code>{name}</code>{' '}
      <span className="gt-anywhere gt-muted">
        {described(schema)}
        {isRequired && ', required'}
      </span>
    </>
  );
  if (partsOf(schema).length === 0) return line;
  return (
    <details className="gt-part" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{line}</summary>
      {isOpen && <SchemaView schema={schema} />}
    </details>
  );
}
