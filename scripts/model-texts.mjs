// What the model is told stands in rows of two languages (`modelTexts`, `BothLanguages`), so that `promptLanguage` decides.
// A sentence in the code that speaks to it is found here, unless it is said to somebody else or listed with a reason.
import { relative } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { withProject } from './with-project.mjs'

/** Who speaks to the model. */
const SPEAKERS = /^src\/(?:agents|engine|features|loop)\//

/** What is not said to the model, or in both languages by files of their own; each entry must still be of use. */
const ELSEWHERE = {
  'src/features/settings/': 'descriptions of settings: people read them',
  'src/features/prompt/': 'the prompt: a file for each language, and styles with names for people',
  'src/features/agents/built-in/': 'agents: a file for each language',
  'src/features/context/notes/note-words-en.ts': 'notes of a session: a file for each language',
  'src/agents/coordinator.ts': 'the coordinator: locales/coordinator.ts has the other language',
  'src/features/commands/': 'prompts of commands: written by the person, as it were',
  'src/features/permissions/': 'names of programs, and titles of questions for people',
  'src/features/telemetry/': 'names of counters',
  'src/features/models/recorder/': 'recordings',
  'src/features/models/scripted/': 'the scripted model speaks, nobody speaks to it',
  'src/features/sessions/export/': 'exports: people read them',
  'src/engine/commands/export-session.ts': 'exports: people read them',
  'src/engine/hooks/notifications.ts': 'notifications: people and their hooks read them',
  'src/engine/calls/assemble-calls.ts': 'notifications: people and their hooks read them',
  'src/engine/live/usable-model.ts': 'about settings: people read it',
  'src/engine/schedules/schedule-question.ts': 'the title of a question for people',
  'src/engine/connect-conversation.ts': 'the title of a question for people',
  'src/features/sandbox/egress-proxy.ts': 'answers of a proxy: programs read them',
  'src/engine/servers/running-servers.ts': 'notifications: people and their hooks read them',
  'src/features/git/change-git.ts': 'why git was not run: people read it',
}

/** Told to the model in English only, so far. An entry goes when the last sentence of it has. */
const NOT_YET = [
  'src/agents/workflow/render-prompt.ts',
  'src/engine/branches/branch-moves.ts',
  'src/engine/file-history/part.ts',
  'src/engine/hooks/background-hooks.ts',
  'src/engine/skills/run-skill-command.ts',
  'src/engine/skills/skill-calls.ts',
  'src/engine/workflows/start-run.ts',
  'src/engine/worktrees/worktree-hooks.ts',
  'src/features/hooks/outcome.ts',
  'src/features/hooks/runners/judge.ts',
  'src/features/mcp/channels/relay-request.ts',
  'src/features/memory/consolidation/instruction.ts',
  'src/features/memory/edits.ts',
  'src/features/memory/index-text.ts',
  'src/features/memory/recall/pick.ts',
  'src/features/memory/shown-memories.ts',
  'src/features/models/protocols/openai-chat/chat-request.ts',
  'src/features/models/protocols/result-parts.ts',
  'src/features/peers/send-to-peer.ts',
  'src/features/review/prompts.ts',
  'src/features/review/rules.ts',
  'src/features/tools/exit-plan-mode/exit-plan-mode.ts',
  'src/features/tools/read/pdf-worker.ts',
  'src/features/worktrees/open-worktree.ts',
  'src/loop/result-on-wire.ts',
]

/** Begins as a sentence or a note in brackets does, and has four words in a row. */
const SENTENCE = /^['"`]\n?(?:\\n)*[[(<]?[A-Z](?:[^\n]*? )?[A-Za-z]{2,},? [a-z]{2,},? [a-z]+,? [a-z]{2,}/

/** Fields that hold one language of a row, and why a call has no access, which is for whoever reads the code. */
const FIELDS = ['en', 'zh', 'one', 'other', 'noAccess']

const nameOf = node => node?.name?.text ?? node?.text

/** An error is read by whoever looks for a bug, a log by whoever debugs. */
const isForDevelopers = ({ kind, expression }) =>
  (kind === SyntaxKind.NewExpression && /Error$/.test(nameOf(expression) ?? '')) ||
  (kind === SyntaxKind.CallExpression && /^(?:log|logOnce|debug)$/.test(nameOf(expression) ?? ''))

const isElsewhere = node => {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === SyntaxKind.PropertyAssignment && FIELDS.includes(nameOf(at))) return true
    if (isForDevelopers(at)) return true
  }
  return false
}

const isWords = ({ kind }) =>
  kind === SyntaxKind.StringLiteral ||
  kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
  kind === SyntaxKind.TemplateExpression

/** Every sentence in one language only that the files of a project which speak to the model hold. */
export const findSentences = config => withProject(config, sentencesOf)

export const sentencesOf = ({ program }, root) =>
  program
    .getSourceFileNames()
    .map(name => ({ name, path: relative(root, name) }))
    .filter(({ path }) => SPEAKERS.test(path) && !path.endsWith('.test.ts'))
    .flatMap(({ name, path }) => sentencesIn(program.getSourceFile(name)).map(found => ({ ...found, path })))

const sentencesIn = file => {
  const found = []
  const visit = node => {
    if (isWords(node) && SENTENCE.test(node.getText(file)) && !isElsewhere(node))
      found.push({
        line: file.text.slice(0, node.getStart(file)).split('\n').length,
        text: node.getText(file).slice(0, 120),
      })
    else node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** What has to be made a row, and entries above that are of no use any more. */
export const reportOf = found => {
  const known = [...Object.keys(ELSEWHERE), ...NOT_YET]
  const isKnown = path => known.some(entry => path.startsWith(entry))
  const unused = known.filter(entry => !found.some(({ path }) => path.startsWith(entry)))
  return [
    ...found
      .filter(({ path }) => !isKnown(path))
      .map(({ path, line, text }) => `${path}:${line}: a sentence for the model in one language: ${text}`),
    ...unused.map(entry => `scripts/model-texts.mjs: ${entry} has no such sentence any more`),
  ]
}
