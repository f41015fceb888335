import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { announcedZh } from './announced.ts'

const HAN = /\p{Script=Han}/u
const SRC = join(import.meta.dirname, '../../../../..', 'src')

test('who has a session open is said in Chinese, too', () => {
  const since = 'process 7 on h since 2026-03-02T09:14Z'
  expect(announcedZh(`Session s is open in a background session (${since}).`)).toBe(
    '会话 s 已在后台会话（h 上的进程 7，自 2026-03-02T09:14Z 起）中打开。',
  )
  expect(announcedZh('This session was taken over by a -p run (process 7) and continues there.')).toBe(
    '该会话已被一次 -p 运行（进程 7）接管，在那边继续。',
  )
})

/** Whose sentences people read: notices, refusals of ops, how a turn ended. */
const TOLD_BY = [
  'engine/{calls,commands,permissions,review,sandbox,session-file}/*.ts',
  'host/*/{options,channel-options,coordinator-options}.ts',
  'host/settings/settings-warnings.ts',
  'features/hooks/{combine,outcome,select}.ts',
  'features/sessions/{load,repair,limit-foreign,session-lock,find,branch-target}.ts',
  'features/sessions/file-history/{file-history,rewind-files}.ts',
  'features/models/{errors,retry,key-source}.ts',
  'host/credentials/*.ts',
  'host/telemetry/*.ts',
  'features/telemetry/*.ts',
  'host/providers/provider-credential.ts',
  'features/models/protocols/*.ts',
  'features/memory/instructions/{gather-files,load-instructions}.ts',
  'features/settings/{judge-setting,write}.ts',
  'features/remote-engine/*.ts',
  'frontends/serve/{check-op,check-command,session-hub}.ts',
]

/** The model reads these, or a log, or a report; or another catalogue has them. */
const FOR_OTHERS = [
  ...['engine/calls/call-faults.ts', 'features/tools/foreign-names.ts', 'engine/calls/last-reply.ts'],
  ...['engine/calls/refused-call.ts', 'engine/calls/result-budget.ts', 'engine/calls/progress-guard.ts'],
  ...['engine/commands/ask-beside-for.ts', 'engine/commands/tell-insights.ts', 'engine/web/part.ts'],
  'host/credentials/no-credentials.ts',
  ...['engine/context/restored-world.ts', 'loop/normalize.ts', 'loop/tool-executor.ts', 'loop/conclude.ts'],
]
const MODEL_READS =
  /^(?:This conversation is a copy|You sum up|Index of|The person|The turn ends now|It goes on in the background|The input of this|Ignored in your|Repaired in your|Your reply said the same|A hook says|Your reply was cut|The connection broke off in the middle of your reply|The answer to this request|A stop hook asks|.* budgeted tokens are used|This call was interrupted|This call was put off|Taken over word|The earlier conversation|Go on with the work|Go on: you are not done yet|What looks like a key|Long texts are truncated|X Deferring|.*Read it first|The request does not begin|The token count|X\. An allow rule|These instructions were given earlier|Problems a language server reports|Tools of MCP servers|The MCP server X says|The skill X is for the user alone|There is no skill named X any more|The skill X ran by itself|No longer available: X|More types for the Agent tool|Agent without subagent_type|The worktree X has X\. Keep it|X was not changed: X has changed it|Name a conversation with|The user (?:restored these files|cleared it|went back)|It begins with|Skills you can call|More skills you can call|Offered by MCP servers|The skill X is denied by a rule|Not everything is listed|X also finds, by words|It ended before it answered|It asks you to stop|A run goes on with what it began with|Skills that may fit|What MCP servers say about|The MCP server X goes on about|Not used in your)/

const sentencesIn = (source: string): readonly string[] =>
  [
    ...source
      .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
      .matchAll(
        /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.|\$\{(?:[^{}`]|`[^`]*`)*\})*)`/g,
      ),
  ]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .map(text => text.replace(/\$\{(?:[^{}`]|`[^`]*`)*\}/g, 'X').replaceAll("\\'", "'"))
    .flatMap(text => text.split(/\\n|\n/))
    .filter(text => /^[A-Z"/].*[a-z]{2,} [a-z]{2,}.*[.:?]$/.test(text))

test('every sentence the engine tells people has words in Chinese', () => {
  const files = [...new Set(TOLD_BY.flatMap(pattern => globSync(pattern, { cwd: SRC })))].filter(
    file => !file.endsWith('.test.ts') && !FOR_OTHERS.includes(file),
  )
  const said = files.flatMap(file => sentencesIn(readFileSync(join(SRC, file), 'utf8')))
  const people = said.filter(text => !MODEL_READS.test(text))
  expect(people.length).toBeGreaterThan(20)
  expect(people.filter(text => !HAN.test(announcedZh(text)))).toEqual([])
})

test('what is inside a sentence is put into Chinese too, and what nobody knows stays as it is', () => {
  expect(announcedZh('Unknown command /hlep. Did you mean /help? /help lists the commands.')).toBe(
    '未知命令 /hlep。是否为 /help？用 /help 查看命令。',
  )
  expect(announcedZh('Something of an extension.')).toBe('Something of an extension.')
})
