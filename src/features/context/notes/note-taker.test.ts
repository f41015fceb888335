import { expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../../test/support/messages.ts'
import type { Message } from '../../../protocol/message.ts'
import { type NotePorts, NoteTaker } from './note-taker.ts'
import { NOTES_ZH } from './note-words-zh.ts'

const rounds = (from: number, count: number): Message[] =>
  Array.from({ length: count }, (_, n) => from + n).flatMap(n => [
    assistant(`a${n}`, [call(`t${n}`)]),
    user(`r${n}`, [result(`t${n}`)]),
  ])
const signal = new AbortController().signal
/** So many tokens, of a conversation that would be compacted at twenty thousand. */
const at = (tokens: number) => ({ tokens, compactAt: 20_000 })

const taking = (more: Partial<NotePorts> = {}) => {
  const asked: string[] = []
  const saved: string[] = []
  const logged: string[] = []
  const taker = new NoteTaker({
    async ask(_view, instruction) {
      asked.push(instruction)
      return `<section name="Current state">update ${asked.length}</section>`
    },
    load: () => saved.at(-1),
    save: content => void saved.push(content),
    log: line => void logged.push(line),
    ...more,
  })
  return { taker, asked, saved, logged, settled: () => taker.settle(1_000, signal) }
}

test('notes begin at half of where a compaction would be', async () => {
  const { taker, asked, settled } = taking()
  taker.consider([user('1', 'go')], at(9_999))
  expect(asked).toHaveLength(0)
  taker.consider([user('1', 'go')], at(10_000))
  await settled()
  expect(asked).toHaveLength(1)
  expect(taker.current()).toMatchObject({ upTo: '1' })
})

test('nothing is asked that would be much beside the conversation itself', async () => {
  const asked: number[] = []
  const { taker, settled } = taking({
    affords: tokens => {
      asked.push(tokens)
      return tokens > 12_000
    },
  })
  taker.consider([user('1', 'go')], at(11_000))
  await settled()
  expect([taker.current(), asked]).toEqual([undefined, [11_000]])
  taker.consider([user('1', 'go')], at(13_000))
  await settled()
  expect(taker.current()).toBeDefined()
})

test('an update needs five thousand tokens and three calls since', async () => {
  const { taker, asked, settled } = taking()
  const view = [user('1', 'go'), ...rounds(0, 1)]
  taker.consider(view, at(10_000))
  await settled()
  taker.consider([...view, ...rounds(1, 3)], at(14_999))
  taker.consider([...view, ...rounds(1, 2)], at(15_000))
  expect(asked).toHaveLength(1)
  taker.consider([...view, ...rounds(1, 3)], at(15_000))
  await settled()
  expect(asked).toHaveLength(2)
  expect(asked[1]).toContain('update 1')
  expect(taker.current()).toMatchObject({ upTo: 'r3' })
})

test('a pause in the work stands for the calls', async () => {
  const { taker, asked, settled } = taking()
  taker.consider([user('1', 'go')], at(10_000))
  await settled()
  taker.consider([user('1', 'go'), assistant('2', [text('done')]), user('3', 'next')], at(15_000))
  await settled()
  expect(asked).toHaveLength(2)
})

test('after a compaction the growth is counted from the smaller size', async () => {
  const { taker, asked, settled } = taking()
  taker.consider([user('1', 'go')], at(150_000))
  await settled()
  taker.consider(rounds(0, 1), at(20_000))
  taker.consider(rounds(0, 4), at(25_000))
  await settled()
  expect(asked).toHaveLength(2)
})

test('only one update runs at a time, and nobody waits longer than they want', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  let asked = 0
  const { taker } = taking({
    ask: () => {
      asked += 1
      return promise
    },
  })
  taker.consider([user('1', 'go')], at(10_000))
  taker.consider([user('1', 'go')], at(50_000))
  await taker.settle(0, signal)
  expect([asked, taker.current()]).toEqual([1, undefined])
  resolve('<section name="Task">x</section>')
  await taker.settle(60_000, signal)
  expect(taker.current()).toBeDefined()
})

test('notes of an earlier run are taken up', () => {
  const { taker } = taking({ load: () => '<!-- up to u7 -->\n# Title\nOld\n' })
  expect(taker.current()).toEqual({ upTo: 'u7', sections: [{ name: 'Title', hint: '', text: 'Old' }] })
})

test.each([undefined, '', 'nonsense', '<!-- up to u7 -->\nno headings'])('%j is no notes', content => {
  expect(taking({ load: () => content }).taker.current()).toBeUndefined()
})

test('a template of the person’s own is used, an empty one is not', async () => {
  const own = taking({
    template: () => '# Mine\n_what I want_',
    ask: async () => '<section name="Mine">x</section>',
  })
  own.taker.consider([user('1', 'go')], at(10_000))
  await own.settled()
  expect(own.saved).toEqual(['<!-- up to 1 -->\n# Mine\n_what I want_\nx\n'])
  const empty = taking({ template: () => 'no headings' })
  empty.taker.consider([user('1', 'go')], at(10_000))
  await empty.settled()
  expect(empty.saved[0]).toContain('# Worklog')
})

test('after three failures it stops; nothing is thrown and old notes stay', async () => {
  let asked = 0
  const { taker, settled, logged } = taking({
    ask: async () => {
      asked += 1
      if (asked === 2) return 'no section at all'
      throw new Error('down')
    },
  })
  for (let n = 0; n < 6; n += 1) {
    taker.consider([user('1', 'go')], at(10_000))
    await settled()
  }
  expect(asked).toBe(3)
  expect(logged).toHaveLength(3)
})

test('stopping ends the running call and begins no other', async () => {
  let asked = 0
  const { taker } = taking({
    ask: (_view, _instruction, ended) =>
      new Promise((_resolve, reject) => {
        asked += 1
        ended.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  })
  taker.consider([user('1', 'go')], at(10_000))
  await taker.stop()
  taker.consider([user('1', 'go')], at(50_000))
  expect(asked).toBe(1)
})

test('it is asked in the language of the prompt, and its sections are found in the reply', async () => {
  const reply = '<section name="当前状态">在改 a.ts</section>'
  const asked: string[] = []
  const { taker, saved, settled } = taking({
    words: async () => NOTES_ZH,
    async ask(_view, instruction) {
      asked.push(instruction)
      return reply
    },
  })
  taker.consider([user('1', 'go'), ...rounds(1, 4)], at(12_000))
  await settled()
  expect(asked[0]).toContain('更新本次会话的笔记')
  expect(asked[0]).toContain('# 当前状态')
  expect(saved.at(-1)).toContain('在改 a.ts')
})
