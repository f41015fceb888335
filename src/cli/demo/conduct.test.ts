import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { englishIn } from '../../../test/support/english-sentences.ts'
import { createScriptedModel } from '../../features/models/scripted/scripted-model.ts'
import { plainly, speaking } from '../../frontends/plain/paint.ts'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { demoText } from '../../protocol/messages/cli/demo.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { createHost } from '../create-host.ts'
import { conduct } from './conduct.ts'
import { testsPass } from './demo.ts'
import { demoEnvironment } from './demo-environment.ts'
import { BUG, createDemoProject, type DemoLanguage, FIX } from './demo-project.ts'
import { demoPrompt, demoScenario } from './demo-scenario.ts'
import type { YesNo } from './line-reader.ts'

const known = new Map<string, Promise<boolean>>()
/** What the tests of the project say: once for each text of its source. */
const isGreen = (source: string, ...at: Parameters<typeof testsPass>): Promise<boolean> => {
  const told = known.get(source) ?? testsPass(...at)
  known.set(source, told)
  return told
}

/** Plays the demo with these answers, one for each question; `undefined`: the script answers. */
const play = async (
  answers: readonly YesNo[] | undefined,
  signal = new AbortController().signal,
  language: DemoLanguage = 'en',
) => {
  const localize = language === 'zh' ? inChinese : inEnglish
  const project = createDemoProject(language)
  try {
    const env = demoEnvironment(process.env, project.home, process.execPath)
    const model = createScriptedModel(demoScenario(true, language))
    const warnings: string[] = []
    await using host = createHost({ version: '0' })
    await using engine = await host.open({
      presentations: true,
      env,
      session: { kind: 'new' },
      overrides: { model: 'scripted', settingSources: [] },
      model,
      cwd: project.dir,
      interactive: true,
      warn: text => void warnings.push(inEnglish(text)),
    })
    const left = [...(answers ?? [])]
    let text = ''
    const end = await conduct(
      {
        engine,
        cwd: project.dir,
        paint: speaking(plainly, localize),
        localize,
        signal,
        write: piece => {
          text += piece
        },
        ask: answers ? async () => left.shift() ?? 'gone' : undefined,
        pause: async () => {},
        cost: demoText('cost'),
      },
      demoPrompt(language),
    )
    const source = readFileSync(join(project.dir, 'cart.js'), 'utf8')
    const green = await isGreen(source, project.dir, env)
    return { end, text, green, source, warnings, violations: model.violations, unasked: left.length }
  } finally {
    project.remove()
  }
}

test('with the answers of the script the bug is found and fixed', async () => {
  const { text, source, ...rest } = await play(undefined)
  expect(rest).toEqual({ end: 'done', green: true, warnings: [], violations: [], unasked: 0 })
  expect(source).toContain(FIX)
  expect(text).toMatch(
    /exit code 1[\s\S]*8 - {3}if \(quantity > [\s\S]*8 \+ {3}if \(quantity >= [\s\S]*exit code 0/,
  )
  expect(text.match(/yes \(scripted answer\)/g)).toHaveLength(3)
  expect(text).toContain('$0.00 (scripted model)')
})

test.each([
  ['the first run', ['no'], 'nothing runs without your approval', false],
  ['the edit', ['yes', 'no'], 'nothing was written', false],
  ['the second run', ['yes', 'yes', 'no'], "I won't run the tests", true],
] as const)('a no to %s has an ending of its own', async (_, answers, words, fixed) => {
  const { end, text, green, source, unasked, violations } = await play(answers)
  expect({ end, green, unasked, violations }).toEqual({
    end: 'done',
    green: fixed,
    unasked: 0,
    violations: [],
  })
  expect(source).toContain(fixed ? FIX : BUG)
  expect(text).toContain(words)
})

test('a person who goes away at a question leaves everything as it was', async () => {
  const { end, text, green, source } = await play(['yes', 'gone'])
  expect({ end, green }).toEqual({ end: 'left', green: false })
  expect(source).toContain(BUG)
  expect(text).toContain('Interrupted.')
})

test('a signal before the first word ends the turn', async () => {
  const { end, source } = await play(undefined, AbortSignal.abort('SIGINT'))
  expect({ end, changed: source.includes(FIX) }).toEqual({ end: 'left', changed: false })
})

test('in Chinese the person, the model and the project speak it, and the story is the same', async () => {
  const { text, source, ...rest } = await play(undefined, undefined, 'zh')
  expect(rest).toEqual({ end: 'done', green: true, warnings: [], violations: [], unasked: 0 })
  expect(source).toContain('同一商品满十件')
  expect(text).toContain('找到了')
  expect(text).toContain('$0.00（脚本模型）')
  const runner = /test at|Expected values/
  const said = text.split('\n').filter(line => !runner.test(line))
  expect(englishIn(said.join('\n'))).toEqual([])
})
