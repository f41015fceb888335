/**
 * A clock for places that are made and then left alone: to it their files have lain there for a while, so that git is
 * asked about a repository once and not for every line.
 */
export const settled = (): number => Date.now() + 60_000
