import type { Parameter } from '../../../machines/account/reference/openapi.ts';
import { limitsOf, typeOf, type Operation } from '../../../machines/account/reference/reference.rules.ts';
import { SchemaView } from './SchemaView.tsx';
import { Words } from './Words.tsx';
import { SendForm, type Sending } from './SendForm.tsx';

export type { Sending } from './SendForm.tsx';

interface OperationBodyProps extends Sending {
  operation: Operation;
  token: string;
}

/** Parameters, body, replies and the form of a call. */
export function OperationBody({ operation, token, ...sending }: OperationBodyProps) {
  const { description, parameters, body, replies } = operation;
  return (
    <div className="gt-call__body gt-stack gt-gap-12">
      {description !== null && (
        <p>
          <Words>{description}</Words>
        </p>
      )}
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body !== null && (
        <>
          <h4 className="gt-title">Body</h4>
          <SchemaView schema={body.schema} />
        </>
      )}
      <h4 className="gt-title">Replies</h4>
      {replies.map(({ status, description: what, headers, contents }) => (
        <details key={status} className="gt-part">
          <summary>
            <strong>{status}</strong> <Words>{what}</Words>
          </summary>
          {contents.map(({ types, schema }) => (
            <div key={types.join()} className="gt-part__inner">
              <code>{types.join(' or ')}</code>
              {schema !== null && <SchemaView schema={schema} />}
            </div>
          ))}
          {headers.length > 0 && (
            <dl className="gt-parts gt-stack gt-gap-6">
              {headers.map(({ name, description: text }) => (
                <div key={name}>
                  <dt>
                    <code>{name}</code> <span className="gt-anywhere gt-muted">header</span>
                  </dt>
                  <dd className="gt-muted">
                    <Words>{text}</Words>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </details>
      ))}
      <SendForm operation={operation} token={token} {...sending} />
    </div>
  );
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <>
      <h4 className="gt-title">Parameters</h4>
      <dl className="gt-parts gt-stack gt-gap-6">
        {parameters.map(({ name, in: place, required, description, schema }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>{' '}
              <span className="gt-anywhere gt-muted">
                {[`in ${place}`, typeOf(schema), limitsOf(schema), required ? 'required' : 'optional']
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </dt>
            {description !== undefined && (
              <dd className="gt-muted">
                <Words>{description}</Words>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </>
  );
}
