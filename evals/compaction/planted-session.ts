import { createHash } from 'node:crypto'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'

export type FactKind =
  | 'request'
  | 'correction'
  | 'decision'
  | 'number'
  | 'file state'
  | 'command'
  | 'error'
  | 'refusal'
  | 'step'
  | 'background'
  | 'tool output'

/** Something that must still be known after the compactions: all of these texts on one line of the next request. */
export interface Fact {
  readonly kind: FactKind
  readonly line: readonly string[]
}

export interface PlantedTurn {
  readonly says: string
  readonly replies: readonly ScriptedReply[]
  readonly facts: readonly Fact[]
}

const fact = (kind: FactKind, ...line: readonly string[]): Fact => ({ kind, line })
const bash = (command: string, more: object = {}): ScriptedReply => ({
  tool: { name: 'Bash', input: { command, ...more } },
})
const write = (file_path: string, content: string): ScriptedReply => ({
  tool: { name: 'Write', input: { file_path, content } },
})
const edit = (file_path: string, old_string: string, new_string: string): ScriptedReply => ({
  tool: { name: 'Edit', input: { file_path, old_string, new_string } },
})
const read = (file_path: string): ScriptedReply => ({ tool: { name: 'Read', input: { file_path } } })
const todos = (...list: readonly (readonly [string, string])[]): ScriptedReply => ({
  tool: { name: 'TodoWrite', input: { todos: list.map(([status, content]) => ({ status, content })) } },
})
const says = (text: string): ScriptedReply => ({ text })
const step = (name: string): string => `bash steps/run.sh ${name}`

/** The steps of the release, of which the session does the first four and the continuation has to do the rest. */
export const STEPS = ['migrate', 'publish', 'announce', 'tag', 'archive', 'notify-billing'] as const

const CHECKLIST = `Release steps, each exactly once and in this order: ${STEPS.map(step).join('; ')}`

export const FILES: Readonly<Record<string, string>> = {
  'steps/run.sh': 'echo "$1" >> effects.log\necho "step $1 is done"\n',
  'steps/lint.sh': 'echo "checking"\necho "E_RULESET: rules/strict.json is missing"\nexit 3\n',
  'steps/index.sh': 'echo "E_LOCKED: ledger.db is locked by pid 4411"\nexit 7\n',
  'parts.csv': 'id,amount\n1,20\n2,40\n',
  'src/tax.ts': 'export const rate = 0.19\n',
  'src/round.ts': 'export const round = (n: number) => Math.round(n)\n',
  'docs/notes.md': `${'A line of notes that nobody needs in the end.\n'.repeat(40)}`,
}

/** Only a tool ever says it. */
export const CHECKSUM = createHash('sha256').update('id,amount\n1,20\n2,40\n').digest('hex')

const first: readonly PlantedTurn[] = [
  {
    says: `Build an invoice tool in TypeScript that reads parts.csv and writes one PDF per customer. ${CHECKLIST}`,
    replies: [says('I begin with the model of an invoice.')],
    facts: [fact('request', 'one PDF per customer'), fact('request', CHECKLIST)],
  },
  {
    says: 'Amounts are in euro cents, never in floating point. Invoice numbers start at 70412.',
    replies: [
      write('src/invoice.ts', 'export interface Invoice {\n  id: number\n  cents: bigint\n}\n'),
      says('Decision: cents are kept as bigint, because the largest customer exceeds 2^53 millicents.'),
    ],
    facts: [
      fact('request', 'never in floating point'),
      fact('number', 'start at 70412'),
      fact('file state', 'wrote', 'src/invoice.ts', 'created, 4 lines'),
      fact('decision', 'cents are kept as bigint', 'exceeds 2^53'),
    ],
  },
  {
    says: 'No, not PDF after all: plain HTML, and the date format is DD.MM.YYYY everywhere.',
    replies: [
      read('src/tax.ts'),
      edit('src/tax.ts', 'rate = 0.19', 'rate = 19n'),
      says('Decision: HTML is made with template strings, no engine, since the page has only two loops.'),
    ],
    facts: [
      fact('correction', 'No, not PDF after all: plain HTML'),
      fact('correction', 'date format is DD.MM.YYYY'),
      fact('file state', 'wrote', 'src/tax.ts', '+1 −1 lines'),
      fact('decision', 'template strings, no engine'),
    ],
  },
  {
    says: 'Run the migration now, and check how the linter is doing.',
    replies: [
      bash(step('migrate')),
      bash('bash steps/lint.sh'),
      says('The migration ran. The linter fails because its ruleset is missing; I leave it alone.'),
    ],
    facts: [
      fact('command', `ran: ${step('migrate')}`),
      fact('error', 'bash steps/lint.sh', 'failed', 'exit code 3', 'E_RULESET: rules/strict.json is missing'),
      fact('decision', 'ruleset is missing; I leave it alone'),
      fact('request', 'check how the linter is doing'),
    ],
  },
  {
    says: 'The server listens on port 8123 and the timeout is 45 seconds. Do not touch vendor/.',
    replies: [
      write('config/server.json', '{ "port": 8123, "timeoutSeconds": 45 }\n'),
      says('Measured: a run over all customers takes 312 MB and 8.4 s.'),
    ],
    facts: [
      fact('number', 'port 8123', '45 seconds'),
      fact('request', 'Do not touch vendor/'),
      fact('number', '312 MB and 8.4 s'),
      fact('file state', 'wrote', 'config/server.json'),
    ],
  },
  {
    says: 'Publish it to the test registry and push the branch.',
    replies: [
      bash(step('publish')),
      bash('git push origin release-7'),
      says('Published. Pushing was not allowed, so the branch is only here.'),
    ],
    facts: [
      fact('command', `ran: ${step('publish')}`),
      fact('refusal', 'git push origin release-7', 'refused'),
      fact('decision', 'Pushing was not allowed, so the branch is only here'),
    ],
  },
]

const second: readonly PlantedTurn[] = [
  {
    says: 'What is the checksum of parts.csv? I only want to know that it can be computed.',
    replies: [bash('sha256sum parts.csv'), says('Yes, it can be computed.')],
    facts: [fact('tool output', CHECKSUM)],
  },
  {
    says: 'Rename the customer field to "payer" in every output, and keep the old name readable for one release.',
    replies: [
      read('src/round.ts'),
      edit('src/round.ts', 'Math.round(n)', 'Math.trunc(n)'),
      says('Decision: rounding truncates, because the tax office of the canton asks for it.'),
    ],
    facts: [
      fact('request', 'Rename the customer field to "payer"'),
      fact('request', 'readable for one release'),
      fact('file state', 'wrote', 'src/round.ts', '+1 −1 lines'),
      fact('decision', 'rounding truncates', 'tax office'),
    ],
  },
  {
    says: 'Stop writing tests with snapshots, I asked for plain assertions. At most 200 lines a file.',
    replies: [
      write('test/invoice.test.ts', 'test("adds", () => {})\n'),
      bash('rm docs/notes.md'),
      says('The tests use plain assertions now.'),
    ],
    facts: [
      fact('correction', 'Stop writing tests with snapshots'),
      fact('number', 'At most 200 lines a file'),
      fact('file state', 'wrote', 'test/invoice.test.ts'),
      fact('file state', 'deleted', 'docs/notes.md'),
      fact('command', 'ran: rm docs/notes.md'),
    ],
  },
  {
    says: 'Announce it and tag it. Then build the index.',
    replies: [
      bash(step('announce')),
      bash(step('tag')),
      bash('bash steps/index.sh'),
      says(
        'Announced and tagged. The index cannot be built while ledger.db is locked: wait, do not delete the lock.',
      ),
    ],
    facts: [
      fact('command', `ran: ${step('announce')}`),
      fact('command', `ran: ${step('tag')}`),
      fact(
        'error',
        'bash steps/index.sh',
        'failed',
        'exit code 7',
        'E_LOCKED: ledger.db is locked by pid 4411',
      ),
      fact('decision', 'wait, do not delete the lock'),
    ],
  },
  {
    says: 'Keep the preview server running from now on. Commit messages in French, please, but code in English.',
    replies: [
      bash('sleep 600', { run_in_background: true, description: 'preview server' }),
      todos(
        ['completed', 'Model of an invoice'],
        ['in_progress', 'Column widths of the HTML table'],
        ['pending', 'Archive invoices older than 2019'],
        ['pending', 'Ask Mireille about reverse charge'],
      ),
      says('The preview runs. Next are the column widths.'),
    ],
    facts: [
      fact('background', 'sleep 600', 'still running'),
      fact('request', 'Commit messages in French'),
      fact('step', '[>]', 'Column widths of the HTML table'),
      fact('step', '[ ]', 'Archive invoices older than 2019'),
      fact('step', '[ ]', 'Ask Mireille about reverse charge'),
    ],
  },
  {
    says: 'One correction: the archive begins with 2018, not 2019, and Mireille prefers mail over chat.',
    replies: [says('Noted: 2018, and mail.')],
    facts: [
      fact('correction', 'the archive begins with 2018, not 2019'),
      fact('correction', 'Mireille prefers mail over chat'),
    ],
  },
]

/** Talk and reading that fill the window and hold nothing worth keeping. */
const filler = (rounds: number, name: string): PlantedTurn => ({
  says: `Think aloud about the layout of the ${name} for a while.`,
  replies: [
    ...Array.from({ length: rounds }, (_, at) => ({
      text: `Thought ${at + 1} about the ${name}. ${'It could be wider, or narrower, or left as it is. '.repeat(120)}`,
      tool: { name: 'Read', input: { file_path: 'docs/filler.md', offset: at * 10 + 1, limit: 10 } },
    })),
    says(`The ${name} stays as it is.`),
  ],
  facts: [],
})

export const FILLER_FILE = {
  'docs/filler.md': Array.from({ length: 600 }, (_, at) => `${at} ${'filler '.repeat(40)}`).join('\n'),
}

/** Everything is planted before the last compaction, half of it before the first. */
export const PLANTED_SESSION: readonly PlantedTurn[] = [
  ...first,
  filler(26, 'header'),
  ...second,
  filler(26, 'footer'),
]

export const FINISH = 'Finish the release.'
