import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeGithubToken, madePrivateKey, madeText } from '../../../test/support/made-secrets.ts'
import { atOnce } from '../work/in-steps.ts'
import { PIECE_CHARS } from './anchors.ts'
import { createDetector, createStepDetector } from './detect.ts'
import { markerFor, markersIn } from './marker.ts'
import { redactInSteps, redactText, redactValue } from './redact.ts'

const find = createDetector()
const token = madeGithubToken()
const marker = markerFor('github-token', token)

test('a secret becomes a marker with its kind and a fingerprint', () => {
  expect(redactText(`a ${token} b`, find)).toBe(`a ${marker} b`)
  expect(marker).toMatch(/^\[secret:github-token:[0-9a-f]{4}\]$/)
})

test('the same secret has the same marker, another one another', () => {
  const other = madeGithubToken(8)
  const text = redactText(`${token} ${other} ${token}`, find)
  expect(markersIn(text)).toEqual([marker, markerFor('github-token', other)])
  expect(text.split(' ')[2]).toBe(marker)
})

test('strings are redacted wherever they are, and the rest is the same object', () => {
  const plain = { path: 'a.ts', lines: [1, 2] }
  const value = { plain, text: token, deep: [{ text: `x ${token}` }, null, true, 3] }
  const clean = redactValue(value, find)
  expect(clean).toEqual({ plain, text: marker, deep: [{ text: `x ${marker}` }, null, true, 3] })
  expect(clean.plain).toBe(plain)
  expect(value.text).toBe(token)
})

test('a value without secrets comes back as it is', () => {
  const value = { a: ['x', 'y'], b: { c: 'plain' } }
  expect(redactValue(value, find)).toBe(value)
  expect(redactValue(undefined, find)).toBe(undefined)
})

test('a key that runs over a list of lines is taken out of all of them, and the list keeps its length', () => {
  const lines = [
    ' before',
    ...madePrivateKey()
      .split('\n')
      .map(line => ` ${line}`),
    ' after',
  ]
  const clean = redactValue({ lines }, find).lines
  expect([clean.length, clean[0], clean.at(-1)]).toEqual([lines.length, ' before', ' after'])
  expect(clean[1]).toMatch(/^ \[secret:private-key:[0-9a-f]{4}\]$/)
  expect(clean.slice(2, -1).join('')).toBe('')
})

test('coded data is left alone', () => {
  const data = `${madeText(2_000)}AKIA${'ABCDEFGH23456723'}`
  expect(redactValue({ source: { type: 'base64', data } }, find)).toEqual({
    source: { type: 'base64', data },
  })
})

test('what was redacted stays as it is when it is redacted again', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      token,
      madePrivateKey(),
      'postgres://app:tR7!kq9-Zw@db',
      ';Password=tR7!kq9-Zw;',
      `Authorization: Bearer ${madeText(30)}`,
      `x-api-key: ${madeText(30)}`,
    ),
  )
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom(' ', '\n', ', ', '"'), (pieces, joint) => {
      const once = redactText(pieces.join(joint), find)
      expect(redactText(once, find)).toBe(once)
    }),
  )
})

test('names of fields are data, too', () => {
  const token = madeGithubToken()
  const marker = markerFor('github-token', token)
  expect(redactValue({ a: { [`x ${token}`]: 1 }, [token]: 2 }, find)).toEqual({
    a: { [`x ${marker}`]: 1 },
    [marker]: 2,
  })
})

test('a secret of a long text is found wherever pieces of it meet, with rests in between', () => {
  const steps = createStepDetector({ values: ['correct horse battery'] })
  const key = madePrivateKey()
  const secrets = [
    token,
    `Authorization: Bearer ${madeText(40)}`,
    `"a\\n${token}"`,
    'correct horse battery',
    key,
    `postgres://user:${madeText(20)}@host/db`,
  ]
  const filler = 'plain words of a file, -x- and more\n'.repeat(8_000)
  for (const secret of secrets)
    for (let shift = -secret.length - 4; shift <= 4; shift += secret === key ? 61 : 1) {
      const at = PIECE_CHARS + shift
      const text = `${filler.slice(0, at)} ${secret} ${filler.slice(0, PIECE_CHARS)}`
      const redacting = redactInSteps({ text }, steps)
      let rests = 0
      let made = redacting.next()
      for (; !made.done; made = redacting.next()) rests += 1
      const alone = atOnce(redactInSteps(` ${secret} `, steps))
      expect(alone).not.toContain(secret)
      expect(
        made.value.text === `${filler.slice(0, at)}${alone}${filler.slice(0, PIECE_CHARS)}`,
        `${secret} ${shift}`,
      ).toBe(true)
      expect(rests).toBeGreaterThan(2)
    }
})

test('in pieces as in one: the same markers at the same places', () => {
  const words = fc.constantFrom(
    'a',
    ' ',
    '-',
    '\\n',
    '%20',
    '_',
    '"',
    token,
    `sk-${'x'.repeat(3)}`,
    'Bearer ',
    madeText(30),
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), fc.nat(200), (parts, shift) => {
      const text = parts.join('')
      const filler = '. '.repeat(PIECE_CHARS).slice(0, PIECE_CHARS - shift)
      expect(redactText(`${filler}\n${text}`, find)).toBe(`${filler}\n${redactText(text, find)}`)
    }),
    { numRuns: 200 },
  )
})
