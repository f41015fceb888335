import { fileLocations } from '../../../lib/text/file-locations.ts'
import { type Edges, NO_EDGES } from '../../../lib/text/inline-edges.ts'
import { issueAddress, issueReferences } from '../../../lib/text/issue-references.ts'
import type { ReferenceTargets, RenderOptions } from './render-options.ts'

const MAX_ADDRESS = 2_000

/**
 * A label that leads to an address, which is printable ASCII. Parts of one link on several rows are known by their id;
 * `at` tells links to the same address apart.
 */
export const hyperlink = (target: string, label: string, at = 0): string =>
  `\u001b]8;id=${shortHash(`${at} ${target}`)};${target}\u001b\\${label}\u001b]8;;\u001b\\`

/** FNV-1a, 32 bits. */
const shortHash = (text: string): string => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

export interface ReferenceKinds {
  /** `places`: only places in files, as in code, where `#` means something else. */
  readonly kinds: 'all' | 'places'
  readonly edges?: Edges
}

/** Safe text with the references in it made links; the same text where the look has no targets for them. */
export const linkReferences = (
  text: string,
  { references, theme }: Pick<RenderOptions, 'references' | 'theme'>,
  { kinds, edges = NO_EDGES }: ReferenceKinds,
): string => {
  if (!references) return text
  const places = fileLocations(text, references.cwd, edges).map(({ from, to, place }) => ({
    from,
    to,
    target: fileTarget(place.replace(/:.*$/, ''), references),
    paint: (label: string) => label,
  }))
  const issues = (kinds === 'all' ? issueReferences(text, edges) : []).map(reference => ({
    from: reference.from,
    to: reference.to,
    target: issueAddress(reference, references.issueHost),
    paint: (label: string) => theme.paint('link', label),
  }))
  let made = ''
  let done = 0
  for (const { from, to, target, paint } of [...places, ...issues].sort((a, b) => a.from - b.from)) {
    if (target === undefined || from < done) continue
    made += text.slice(done, from) + hyperlink(target, paint(text.slice(from, to)), from)
    done = to
  }
  return made + text.slice(done)
}

/** A safe label that leads to the file it names; the label alone where there is nothing to lead to. */
export const linkFile = (
  path: string | undefined,
  label: string,
  { references }: Pick<RenderOptions, 'references'>,
): string => {
  const target = references && path !== undefined && label !== '' ? fileTarget(path, references) : undefined
  return target === undefined ? label : hyperlink(target, label)
}

/** The address of a file inside the working directory, by its name alone; nothing is looked up. */
const fileTarget = (path: string, { cwd, machine }: ReferenceTargets): string | undefined => {
  if (machine === undefined || !cwd.startsWith('/') || path.startsWith('~')) return undefined
  const base = namesOf(cwd)
  const names = path.startsWith('/') ? namesOf(path) : [...base, ...namesOf(path)]
  const isInside = names.length > base.length && base.every((name, at) => name === names[at])
  if (!isInside || names.includes('..') || !isReadWhenOpened(names.at(-1) ?? '')) return undefined
  try {
    const target = `file://${machine}/${names.map(encodeURIComponent).join('/')}`
    return target.length > MAX_ADDRESS ? undefined : target
  } catch {
    // Half a surrogate pair cannot be encoded.
    return undefined
  }
}

const namesOf = (path: string): readonly string[] =>
  path.split('/').filter(name => name !== '' && name !== '.')

/**
 * Endings of files that a desktop shows when they are opened. Others, and names without an ending, may be run: a click
 * on a name in foreign text must not start a program.
 */
const READ_WHEN_OPENED: ReadonlySet<string> = new Set(
  [
    'ts tsx mts cts js jsx mjs cjs json jsonc json5 jsonl vue svelte astro css scss sass less styl',
    'c h cc cpp cxx hh hpp hxx m mm cs fs fsx vb go rs zig nim d v sv vhd java kt kts scala sbt groovy gradle clj cljs edn',
    'py pyi pyx ipynb rb erb rake gemspec php pl pm lua r jl ex exs erl hrl hs lhs ml mli elm dart swift sql',
    'graphql gql proto thrift avsc prisma tf tfvars hcl nix cmake mk bzl bazel yaml yml toml ini cfg conf properties env',
    'md mdx markdown rst adoc txt text log csv tsv tex bib org diff patch xml xsd xsl po pot lock sum mod',
    'png jpg jpeg gif webp bmp pdf',
  ]
    .join(' ')
    .split(' '),
)

const isReadWhenOpened = (name: string): boolean => {
  const dot = name.lastIndexOf('.')
  return dot > 0 && READ_WHEN_OPENED.has(name.slice(dot + 1).toLowerCase())
}
