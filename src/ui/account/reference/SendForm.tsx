import { useState, useTransition } from 'react';
import {
  readable,
  requestOf,
  type Operation,
  type ReferenceRequest,
} from '../../../machines/account/reference/reference.rules.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { TextField } from '../../shared/kit/fields/TextField.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';

interface Answer {
  status: number;
  statusText: string;
  ms: number;
  headers: readonly (readonly [name: string, value: string])[];
  type: string;
  /** Null for a body that isn't text. */
  text: string | null;
  content: Blob;
}

export interface Sending {
  /** The address of the calls. */
  server: string;
  /** Resolves with the reason if the server didn't answer. */
  onSend: (request: ReferenceRequest) => Promise<Answer | string>;
  onSave: (name: string, content: Blob) => void;
}

interface SendFormProps extends Sending {
  operation: Operation;
  token: string;
}

/** Sends the call with the values typed in, and shows what the server answers. */
export function SendForm({ operation, token, server, onSend, onSave }: SendFormProps) {
  const { id, parameters, body: described } = operation;
  const [values, setValues] = useState<ReadonlyMap<string, string>>(
    new Map(parameters.map(({ name, example }) => [name, typeof example === 'string' ? example : ''])),
  );
  const [body, setBody] = useState(described?.example ?? '');
  const [sent, setSent] = useState<{ request: ReferenceRequest; answer: Answer | string } | null>(null);
  const [isSending, startSending] = useTransition();
  return (
    <>
      <h4 className="gt-title" id={`${id}-send`}>
        Send
      </h4>
      <form
        aria-labelledby={`${id}-send`}
        className="gt-stack gt-gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          const request = requestOf(operation, { server, token, values, body });
          startSending(async () => setSent({ request, answer: await onSend(request) }));
        }}
      >
        {parameters.map(({ name, required }) => (
          <TextField
            key={name}
            label={name}
            required={required}
            autoComplete="off"
            spellCheck={false}
            mono
            value={values.get(name) ?? ''}
            onChange={(value) => setValues(new Map(values).set(name, value))}
          />
        ))}
        {described !== null && (
          <TextField
            label="Body"
            lines={Math.min(16, described.example.split('\n').length + 1)}
            spellCheck={false}
            mono
            value={body}
            onChange={setBody}
          />
        )}
        <div>
          <Button type="submit" variant="primary" busy={isSending} busyLabel="Sending">
            Send
          </Button>
        </div>
      </form>
      <div role="status">
        {sent !== null && <Reply {...sent} onSave={(content) => onSave(id, content)} />}
      </div>
    </>
  );
}

interface ReplyProps {
  request: ReferenceRequest;
  answer: Answer | string;
  onSave: (content: Blob) => void;
}

function Reply({ request: { method, url }, answer, onSave }: ReplyProps) {
  if (typeof answer === 'string') return <Note tone="err">The server did not answer: {answer}</Note>;
  const { status, statusText, ms, headers, type, text, content } = answer;
  return (
    <div className="gt-stack gt-gap-12">
      <p>
        <code>
          {method} {url}
        </code>
      </p>
      <p>
        <strong>
          {status} {statusText}
        </strong>{' '}
        in {Math.round(ms)} ms
      </p>
      <details className="gt-part">
        <summary>Headers</summary>
        <pre>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      {text === null ? (
        <p>
          {content.size} bytes of {type}
        </p>
      ) : (
        <TextField
          label="Body of the reply"
          lines={16}
          mono
          readOnly
          value={readable(text, type)}
          onChange={() => {}}
        />
      )}
      {content.size > 0 && (
        <Button size="small" onPress={() => onSave(content)}>
          Save the body
        </Button>
      )}
    </div>
  );
}
