import { expect, test } from 'vitest'
import { updateError } from './update-error.ts'

test.each([
  ["can't reach updates.example.com (ENOTFOUND)", ' (updates.example.com)'],
  ["can't reach 10.0.0.1:443 (ECONNREFUSED)", ' (10.0.0.1:443)'],
  ['npm error getaddrinfo ENOTFOUND registry.npmjs.org', ' (registry.npmjs.org)'],
  ['npm error connect ECONNREFUSED 127.0.0.1:81\nnpm error', ' (127.0.0.1:81)'],
  ['fetch failed: bad port', ''],
  ['npm error code ECONNREFUSED\nnpm error syscall', ''],
])('who could not be reached for an update is named: %s', (said, host) => {
  expect(updateError(said).message).toBe(
    `Can't reach the server for updates${host}. Check your connection and try again.`,
  )
})
