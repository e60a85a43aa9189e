import { spawn } from 'node:child_process';
import { chown, mkdir, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** A way to start a PostgreSQL program on this machine. */
export interface Launcher {
  /** Its name in the log. */
  readonly name: string;
  /** The owner of PostgreSQL's files, if it differs from the user of this program. */
  readonly owner: Account | null;
  /** The command line that runs `program` as a non-root user. */
  command(
    program: string,
    args: readonly string[],
  ): { file: string; args: string[]; uid?: number; gid?: number };
}

interface Account {
  uid: number;
  gid: number;
}

/** A non-root user with a name on this system, which initdb requires. */
async function ordinaryAccount(): Promise<Account> {
  const rows = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((row) => row.uid > 0 && row.gid > 0);
  const wanted = ['postgres', 'daemon', 'nobody'];
  const known = wanted.flatMap((name) => rows.filter((row) => row.name === name));
  const account = known[0] ?? rows[0];
  if (!account) throw new Error('there is no user but root on this machine (/etc/passwd)');
  return { uid: account.uid, gid: account.gid };
}

/** Changes the owner of a folder and its content, if needed. */
async function giveTo(folder: string, owner: Account | null): Promise<void> {
  if (!owner) return;
  const { uid, gid } = owner;
  const own = await stat(folder);
  if (own.uid === uid) return;
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), uid, gid);
}

const PROBE = 'test "$(id -u)" -ne 0 && cd "$1" && test -w "$1" && "$0" --version';

/** Checks a launcher with the program and data folder; returns the error, or null. */
function probe(launcher: Launcher, program: string, dataDir: string): Promise<string | null> {
  const { file, args, ...identity } = launcher.command('/bin/sh', ['-c', PROBE, program, dataDir]);
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...identity, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? null : said.trim() || `ended with ${String(code)}`));
  });
}

/**
 * PostgreSQL refuses to run as root, and another user may be unable to enter the checkout or the data folder
 * (a parent folder with mode 0700). Attempts in order:
 * 1. a user namespace in which root's files belong to an ordinary user: nothing on disk changes;
 * 2. another user who may pass closed folders by a capability (the data folder is given to that user).
 * access(2) respects capabilities only with no_setuid_fixup;
 * 3. simply another user.
 */
function rootLaunchers(account: Account): Launcher[] {
  const { uid, gid } = account;
  const prefixed = (name: string, owner: Account, file: string, prefix: string[]): Launcher => ({
    name,
    owner,
    command: (program, args) => ({ file, args: [...prefix, program, ...args] }),
  });
  const byCapability = (capability: string) =>
    prefixed(`setpriv ${capability}`, account, 'setpriv', [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      '--securebits=+no_setuid_fixup',
    ]);
  return [
    prefixed('user namespace', { uid: 0, gid: 0 }, 'unshare', [`--map-user=${uid}`, `--map-group=${gid}`]),
    byCapability('dac_read_search'),
    byCapability('dac_override'),
    { name: 'other user', owner: account, command: (file, args) => ({ file, args: [...args], uid, gid }) },
  ];
}

/**
 * Finds a way to run a PostgreSQL program on a data folder (created with mode 0700 if missing).
 * @throws Error listing every attempt and its failure
 */
export async function findLauncher(program: string, dataDir: string): Promise<Launcher> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0)
    return { name: 'own user', owner: null, command: (file, args) => ({ file, args: [...args] }) };
  const tried: string[] = [];
  for (const launcher of rootLaunchers(await ordinaryAccount())) {
    const failure = await giveTo(dataDir, launcher.owner).then(
      () => probe(launcher, program, dataDir),
      (error: unknown) => String(error),
    );
    if (failure === null) return launcher;
    tried.push(`  ${launcher.name}: ${failure}`);
  }
  throw new Error(
    `PostgreSQL does not run as root, and no other user could run it on ${dataDir}:\n${tried.join('\n')}\n` +
      'Start as an ordinary user, move the checkout and DATA_DIR to a folder that everyone may enter, or set DATABASE_URL.',
  );
}
