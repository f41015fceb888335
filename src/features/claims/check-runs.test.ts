import { expect, test } from 'vitest'
import { loadShellReader } from '../../lib/shell/lower.ts'
import { checkIn } from './check-runs.ts'

const read = await loadShellReader()

test.each<[string, string]>([
  ['npm test', 'tests,build decides'],
  ['npm run lint && npm test', 'tests,build decides'],
  ['npm test && git add -A', 'tests,build decides'],
  ['npm test; echo done', 'tests,build'],
  ['npm test || true', 'tests,build'],
  ['npm test | tail -20', 'tests,build'],
  ['set -o pipefail; npm test | tail -20', 'tests,build decides'],
  ['timeout 60 npx vitest run src/a.test.ts', 'tests,build part decides'],
  ['CI=1 pnpm run test:unit', 'tests,build decides'],
  ['cd web && yarn test', 'tests,build in web decides'],
  ['python -m pytest -k parser', 'tests,build part decides'],
  ['cargo test --all', 'tests,build decides'],
  ['go test ./...', 'tests,build decides'],
  ['go vet ./...', 'lint decides'],
  ['make', 'build decides'],
  ['make check', 'tests,build,lint decides'],
  ['npx tsc --noEmit', 'build,lint decides'],
  ['npx eslint . --fix', 'none'],
  ['npx prettier --write .', 'none'],
  ['node --test', 'tests,build decides'],
  ['node check.js a.js', 'tests,build,lint part decides'],
  ['./scripts/run-tests.sh', 'tests,build decides'],
  ['npm install', 'none'],
  ['git commit -m "all tests pass"', 'none'],
  ['echo npm test', 'none'],
  ['cat test.log', 'none'],
  ['npx vitest --version', 'none'],
  ['if npm test; then echo ok; fi', 'tests,build'],
  ['npm test &', 'tests,build'],
])('%s: %s', (line, expected) => {
  const check = checkIn(line, read)
  const told = check && [
    check.kinds.join(','),
    ...(check.isPart ? ['part'] : []),
    ...(check.directory === undefined ? [] : [`in ${check.directory}`]),
    ...(check.decides ? ['decides'] : []),
  ]
  expect(told?.join(' ') ?? 'none').toBe(expected)
})
