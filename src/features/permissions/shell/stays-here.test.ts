import { expect, test } from 'vitest'
import { loadShellReader } from '../../../lib/shell/lower.ts'
import { staysHere } from './stays-here.ts'

const read = await loadShellReader()

test.each([
  ['rm -rf build', true],
  ['npm test', true],
  ['npm run build && git add -A', true],
  ['git commit -m "x"', true],
  ['git reset --hard', true],
  ['make clean', true],
  ['sed -i s/a/b/ f', true],
  ['for f in *; do mv "$f" x; done', true],
  ['cargo build', true],
  ['git push', false],
  ['git -C sub push origin', false],
  ['timeout 5 curl https://example.com', false],
  ['xargs -n1 wget', false],
  ['bash -c "git push"', false],
  ['npm publish', false],
  ['npm i', false],
  ['yarn', false],
  ['pip install x', false],
  ['docker build .', false],
  ['sudo make install', false],
  ['pkill node', false],
  ['node send.js https://example.com/hook', false],
  ['scp f me@host:', false],
  ['sleep 100 &', false],
  ['echo "unclosed', false],
  ['', false],
])('%j: %s', (line, expected) => {
  expect(staysHere(line, read)).toBe(expected)
})
