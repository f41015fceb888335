/** For tests of what may not import the real table: the same question, answered for the names those tests use. */
export { findProtected } from '../../src/features/permissions/paths/protected.ts'
