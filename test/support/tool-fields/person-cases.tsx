import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { planName } from '../../../src/engine/plan/part.ts'
import { RequestDialog } from '../../../src/frontends/tui/dialogs/request-dialog.tsx'
import type { World } from '../engine-bench.ts'
import { openFakeUi } from '../fake-ui.tsx'
import { permissionRequest } from '../permission-request.ts'
import type { Call } from '../play-calls.ts'
import { eventually } from '../run-program.ts'
import { sampleServer, withServers } from '../sample-server.ts'
import type { FieldCase, FieldWorld } from './field-case.ts'

type Cases = Readonly<Record<string, Readonly<Record<string, FieldCase>>>>

const option = { label: 'red', description: 'as blood' }
const question = {
  question: 'Which colour?',
  header: 'Colour',
  options: [option, { label: 'blue', description: 'as the sky' }],
}
/** What somebody is asked, as the dialog shows it. */
const dialogOf = async (world: World): Promise<string> => {
  const call = world.events.flatMap(event =>
    event.type === 'permission_request' ? [event.request.input] : [],
  )[0]
  await using fake = await openFakeUi({ columns: 100, rows: 40 })
  await fake.mount(
    <RequestDialog request={permissionRequest({ toolName: 'AskUserQuestion', input: call })} />,
  )
  return fake.text()
}
const asked = (change: object, shows: RegExp): FieldCase => ({
  with: { questions: [{ ...question, ...change }] },
  without: { questions: [question] },
  shows,
  on: dialogOf,
})
const optioned = (change: object, shows: RegExp): FieldCase =>
  asked({ options: [{ ...option, ...change }, question.options[1]] }, shows)

const SKILL = '---\ndescription: Greets people\n---\nSay hello to $ARGUMENTS.\n'
const SKILLS: FieldWorld = {
  files: {
    '.claude/skills/greet/SKILL.md': SKILL,
    '.claude/skills/bye/SKILL.md': SKILL.replace('hello', 'bye'),
  },
  allow: ['Skill'],
  config: ({ place }) => ({
    extensions: {
      list: async () => [
        { source: { level: 'project', directory: '.claude' }, root: join(place.cwd, '.claude') },
      ],
      onChanged: () => () => undefined,
      hasMarketplaces: () => true,
      installable: async () => [],
    },
  }),
}
const SERVERS: FieldWorld = {
  allow: ['mcp__sample', 'ReadMcpResourceTool', 'ListMcpResourcesTool'],
  config: withServers([{ name: 'sample', config: sampleServer() }]),
}
const FILES: FieldWorld = { files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } }
const PLANNING: FieldWorld = {
  config: ({ permissions, place }) => ({
    permissions: { ...permissions, mode: 'plan', canAsk: true },
    plans: { own: join(place.home, 'config', 'plans') },
  }),
  prepare({ configHome, sessionPath }) {
    const file = join(configHome, 'plans', planName(basename(sessionPath, '.jsonl')))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '# Plan')
  },
}
const TEAM: Call = ['TeamCreate', { team_name: 'crew', description: 'ships the release' }]
const member = ['Agent', { description: 'd', prompt: 'WORK', name: 'ann', team_name: 'crew' }] as const
const MEMBERS: FieldWorld = {
  replies: [{ text: 'at rest', when: { lastUserText: 'You are ann' }, repeat: true }],
}
/** What all requests say. */
const requests = ({ model }: World): string => JSON.stringify(model.requests.map(({ messages }) => messages))

/** What a member is told when it begins. */
const briefing = async (world: World): Promise<string> => {
  await eventually(() => requests(world).includes('You are ann'))
  return requests(world)
}

export const PERSON_CASES: Cases = {
  AskUserQuestion: {
    questions: {
      with: { questions: [question, { ...question, question: 'And then?', header: 'Then' }] },
      without: { questions: [question] },
      shows: /Then/,
      on: dialogOf,
    },
    'questions[].question': asked({ question: 'What colour?' }, /What colour\?/),
    'questions[].header': asked({ header: 'Paint' }, /Paint/),
    'questions[].multiSelect': asked({ multiSelect: true }, /\[ \]|☐|◯|space/i),
    'questions[].options': asked({ options: [option, { label: 'green', description: 'x' }] }, /green/),
    'questions[].options[].label': optioned({ label: 'scarlet' }, /scarlet/),
    'questions[].options[].description': optioned({ description: 'as a rose' }, /as a rose/),
    'questions[].options[].preview': optioned({ preview: 'LOOKS SO' }, /LOOKS SO/),
  },
  Brief: {
    message: {
      with: { message: 'half done' },
      without: { message: 'begun' },
      shows: /half done/,
      on: 'person',
    },
    attachments: {
      with: { message: 'm', attachments: ['a.txt'] },
      without: { message: 'm' },
      shows: /a\.txt/,
      on: 'person',
      world: FILES,
    },
  },
  SendUserFile: {
    files: {
      with: { files: ['a.txt'] },
      without: { files: ['b.txt'] },
      shows: /a\.txt/,
      on: 'person',
      world: FILES,
    },
    caption: {
      with: { files: ['a.txt'], caption: 'the letter' },
      without: { files: ['a.txt'] },
      shows: /the letter/,
      on: 'person',
      world: FILES,
    },
  },
  PushNotification: {
    message: {
      with: { message: 'come back' },
      without: { message: 'done' },
      shows: /come back/,
      on: 'person',
    },
  },
  Skill: {
    skill: {
      with: { skill: 'greet' },
      without: { skill: 'bye' },
      shows: /hello/,
      on: requests,
      world: SKILLS,
    },
    args: {
      with: { skill: 'greet', args: 'Ann' },
      without: { skill: 'greet' },
      shows: /hello to Ann/,
      on: requests,
      world: SKILLS,
    },
  },
  DiscoverSkills: {
    query: { with: { query: 'greets' }, without: { query: 'zebra' }, shows: /greet/, world: SKILLS },
  },
  ListMcpResourcesTool: {
    server: { with: {}, without: { server: 'other' }, shows: /sample:\/\/note/, world: SERVERS },
  },
  ReadMcpResourceTool: {
    server: {
      with: { server: 'sample', uri: 'sample://note' },
      without: { server: 'other', uri: 'sample://note' },
      shows: /^(?!! )/,
      world: SERVERS,
    },
    uri: {
      with: { server: 'sample', uri: 'sample://note' },
      without: { server: 'sample', uri: 'sample://other' },
      shows: /Resource sample:\/\/note/,
      world: SERVERS,
    },
  },
  ToolSearch: {
    query: {
      with: { query: 'select:Sleep' },
      without: { query: 'select:CronList' },
      shows: /Loaded: Sleep/,
      world: {},
    },
    max_results: {
      with: { query: 'task', max_results: 1 },
      without: { query: 'task' },
      shows: /^Loaded: \w+\. /,
      world: {},
    },
  },
  TeamCreate: {
    team_name: {
      before: [],
      with: { team_name: 'crew' },
      without: { team_name: 'band' },
      shows: /team crew/,
    },
    description: {
      with: { team_name: 'crew', description: 'ships the release' },
      without: { team_name: 'crew' },
      shows: /ships the release\)/,
      after: [member],
      on: briefing,
      world: MEMBERS,
    },
  },
  SendMessage: {
    to: {
      before: [TEAM, member],
      with: { to: 'ann', message: 'm' },
      without: { to: 'bob', message: 'm' },
      shows: /Sent to ann/,
      on: requests,
      world: MEMBERS,
    },
    message: {
      with: { to: 'ann', message: 'hello there' },
      without: { to: 'ann', message: 'other' },
      shows: /hello there/,
      on: 'screen',
    },
    summary: {
      with: { to: 'ann', message: 'm', summary: 'greets her' },
      without: { to: 'ann', message: 'm' },
      shows: /greets her/,
      on: 'screen',
    },
    notify_when_idle: {
      with: { to: 'nobody', message: 'm', notify_when_idle: true },
      without: { to: 'nobody', message: 'm' },
      shows: /notify_when_idle is for other sessions/,
      world: {},
    },
  },
  ExitPlanMode: {
    allowedPrompts: {
      with: { allowedPrompts: [{ tool: 'Bash', prompt: 'run tests' }] },
      without: {},
      shows: /run tests/,
      on: 'question',
      world: PLANNING,
    },
    'allowedPrompts[].prompt': {
      with: { allowedPrompts: [{ tool: 'Bash', prompt: 'run tests' }] },
      without: { allowedPrompts: [{ tool: 'Bash', prompt: 'build' }] },
      shows: /run tests/,
      on: 'question',
      world: PLANNING,
    },
    'allowedPrompts[].tool': {
      with: { allowedPrompts: [{ tool: 'Bash', prompt: 'run tests' }] },
      without: { allowedPrompts: [{ tool: 'Write', prompt: 'run tests' }] },
      shows: /Bash: run tests/,
      on: 'question',
      world: PLANNING,
    },
  },
}
