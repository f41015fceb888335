import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In a file that is not given to the program, and in the environment. Spelled out nowhere else. */
const CANARY = ['CAN', 'ARY'].join('')
const FILES: Readonly<Record<string, string>> = {
  'in.txt': 'a/b alpha 1\nxay]b touch ran\n[/]c]a "made" 3\ntouch ran\n\n"; x " [a\n',
  'secret.txt': `${CANARY}\n`,
}
const PER_SHELL = 400

/** Runs every program on a small file. A loop without an end is cut off by its time or by what it prints. */
const SCRIPT = `ulimit -t 1; ulimit -f 64; at=0
while IFS= read -r -d '' program; do
  "$@" "$program" in.txt >../printed/$((at += 1)) 2>&1 </dev/null
done 2>/dev/null
grep -rl CANARY ../printed`

const runAll = (
  programs: readonly string[],
  words: readonly string[],
  directory: string,
): Promise<{ readonly shown: boolean }> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'] ?? '', VARIABLE: CANARY, HOME: directory, LC_ALL: 'C' }
    const child = spawn('bash', ['--norc', '-c', SCRIPT, 'bash', ...words], {
      cwd: directory,
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.on('data', chunk => {
      output += String(chunk)
    })
    child.on('error', reject)
    child.stdin.on('error', reject)
    child.on('close', () => resolve({ shown: output !== '' }))
    child.stdin.end(programs.map(program => `${program}\0`).join(''))
  })

/** What is wrong after programs ran, or undefined. */
const runOnce = async (
  programs: readonly string[],
  words: readonly string[],
): Promise<string | undefined> => {
  const base = mkdtempSync(join(tmpdir(), 'languages-'))
  const directory = join(base, 'here')
  mkdirSync(directory)
  mkdirSync(join(base, 'printed'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(directory, name), text)
  try {
    const { shown } = await runAll(programs, words, directory)
    const made = readdirSync(directory).filter(name => !Object.hasOwn(FILES, name))
    if (made.length > 0) return `makes ${made.join(', ')}`
    if (readdirSync(base).length > 2) return 'makes a file outside'
    const changed = Object.entries(FILES).find(
      ([name, text]) => readFileSync(join(directory, name), 'utf8') !== text,
    )
    if (changed) return `changes ${changed[0]}`
    return shown ? 'shows a secret' : undefined
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/** Runs programs that count as looks with one implementation; each that did more, and what. */
export const runWithCanaries = async (
  programs: readonly string[],
  words: readonly string[],
): Promise<readonly string[]> => {
  const found: string[] = []
  const search = async (some: readonly string[]): Promise<void> => {
    const wrong = some.length === 0 ? undefined : await runOnce(some, words)
    if (wrong === undefined) return
    const [only] = some
    if (some.length === 1 && only !== undefined) {
      found.push(`${words.join(' ')} ${JSON.stringify(only)} ${wrong}`)
      return
    }
    const half = some.length >> 1
    await search(some.slice(0, half))
    await search(some.slice(half))
  }
  for (let at = 0; at < programs.length; at += PER_SHELL) await search(programs.slice(at, at + PER_SHELL))
  return found
}
