import { compareVersions } from '../../lib/compare-versions.ts'

/** The sections of a changelog that are newer than one version and not newer than another, newest first. */
export const changesBetween = (changelog: string, from: string, to: string): string =>
  changelog
    .split(/^(?=## )/m)
    .filter(section => {
      const version = /^## v?(\d+\.\d+\.\d+\S*)/.exec(section)?.[1]
      return version !== undefined && compareVersions(version, from) > 0 && compareVersions(version, to) <= 0
    })
    .join('')
    .trim()
