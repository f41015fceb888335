import { expect, test } from 'vitest'
import { readKey } from './read-key.ts'

const key = 'made-up-key-0123456789'
const long = '0123456789012345678901'

test.each([
  [key, { key }],
  [` ${key}\n`, { key }],
  [`"${key}"`, { key }],
  [`export ANTHROPIC_API_KEY='${key}'`, { key, likely: 'anthropic' }],
  [`GROQ_API_KEY=${key}`, { key, likely: 'groq' }],
  [`MY_KEY=${key}`, { key }],
  [`sk-ant-${long}`, { key: `sk-ant-${long}`, provider: 'anthropic' }],
  [`sk-proj-${long}`, { key: `sk-proj-${long}`, provider: 'openai' }],
  [`sk-or-${long}`, { key: `sk-or-${long}`, provider: 'openrouter' }],
  [`AIza${long}`, { key: `AIza${long}`, provider: 'gemini' }],
  [`gsk_${long}`, { key: `gsk_${long}`, provider: 'groq' }],
  [`hf_${long}`, { key: `hf_${long}`, provider: 'huggingface' }],
  [`DASHSCOPE_API_KEY=${key}`, { key, likely: 'qwen' }],
  [`xai-${long}`, { key: `xai-${long}`, provider: 'xai' }],
  [`github_pat_${long}`, { key: `github_pat_${long}`, provider: 'github' }],
])('a key is read out of %j, with whose it is', (text, read) => {
  expect(readKey(text)).toEqual(read)
})

test.each([
  ['short', { kind: 'short' }],
  ['two words that are no key at all', { kind: 'characters' }],
  ['schlüssel-schlüssel-schlüssel', { kind: 'characters' }],
  ['x'.repeat(3000), { kind: 'long' }],
  [`r8_${long}`, { kind: 'foreign', of: 'Replicate' }],
])('%j is no key of a provider', (text, problem) => {
  expect(readKey(text)).toEqual(problem)
})
