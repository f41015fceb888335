import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EFFORTS } from '../../protocol/model.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import { type Flag, flagName } from './flag.ts'
import { FLAGS } from './flags.ts'
import { parseArgs } from './parse-args.ts'
import { emptyOptions, type RunOptions, SETTING_SOURCES } from './run-options.ts'

/** The command line that says what the options say. */
const renderOptions = (options: RunOptions, attached: boolean): readonly string[] => {
  const flags = FLAGS.flatMap(flag => renderFlag(flag, options, attached))
  return options.prompt === undefined ? flags : [...flags, '--', options.prompt]
}

const renderFlag = (flag: Flag, options: RunOptions, attached: boolean): readonly string[] => {
  if (flag.kind === 'help' || flag.kind === 'version') return []
  const value = options[flag.key]
  const name = flagName(flag)
  if (value === undefined || value === false) return []
  if (value === true) return [name]
  if (flag.kind === 'attached') return [`${name}=${String(value)}`]
  const text = typeof value === 'object' && flag.kind !== 'list' ? value.join(',') : value
  if (typeof text !== 'object') return attached ? [`${name}=${text}`] : [name, String(text)]
  if (flag.key === 'tools' && text.length === 0) return [`${name}=`]
  return attached ? text.map(item => `${name}=${item}`) : text.length > 0 ? [name, ...text] : []
}

const word = fc.stringMatching(/^[A-Za-z0-9_./:]{1,12}$/)
const uuid = fc.uuid()
const rule = fc
  .tuple(
    fc.stringMatching(/^[A-Z][a-z]{1,8}$/),
    fc.option(fc.stringMatching(/^[a-z *,:]{1,12}$/), { nil: undefined }),
  )
  .map(([tool, content]) => (content === undefined ? tool : `${tool}(${content})`))

const runOptions: fc.Arbitrary<RunOptions> = fc
  .record(
    {
      prompt: fc.string({ minLength: 1 }),
      outputFormat: fc.constantFrom('text' as const, 'json' as const),
      jsonSchema: fc.json(),
      model: word,
      fallbackModel: fc.array(word, { minLength: 1, maxLength: 3 }),
      effort: fc.constantFrom(...EFFORTS),
      thinking: fc.constantFrom('adaptive' as const, 'disabled' as const),
      maxThinkingTokens: fc.nat(),
      betas: fc.array(word),
      maxTurns: fc.integer({ min: 1 }),
      maxBudgetUsd: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      permissionMode: fc.constantFrom(...PERMISSION_MODES),
      allowDangerouslySkipPermissions: fc.boolean(),
      allowedTools: fc.array(rule),
      disallowedTools: fc.array(rule),
      tools: fc.array(fc.stringMatching(/^[A-Z][a-z]{1,8}$/)),
      addDir: fc.array(word.map(path => `/${path}`)),
      file: fc.array(word.map(path => `file_1:${path}`)),
      trust: fc.boolean(),
      systemPrompt: word,
      appendSystemPromptFile: word,
      settings: word,
      settingSources: fc.subarray([...SETTING_SOURCES]),
      noSessionPersistence: fc.boolean(),
      name: word,
      record: word,
      debug: fc.array(fc.stringMatching(/^!?[a-z]{1,6}$/)),
      debugFile: word,
      verbose: fc.boolean(),
      sessionId: uuid,
    },
    { requiredKeys: [] },
  )
  .map(options => ({ ...emptyOptions(), ...options, print: true }))

test('options survive being written as a command line and read again, in either spelling', () => {
  fc.assert(
    fc.property(runOptions, fc.boolean(), (options, attached) => {
      expect(parseArgs(renderOptions(options, attached))).toEqual({ kind: 'run', options })
    }),
  )
})

test('any arguments are either understood or refused in words', () => {
  const argument = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '-p',
      '--',
      '-',
      '--tools',
      '--resume',
      '-pc',
      '--debug=',
      '--max-turns',
      'demo',
      '=',
      '--=x',
    ),
  )
  fc.assert(
    fc.property(fc.array(argument), argv => {
      const parsed = parseArgs(argv)
      if (parsed.kind === 'usage_error') expect(parsed.message).toMatch(/\S/)
    }),
  )
})
