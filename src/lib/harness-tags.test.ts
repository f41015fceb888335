import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inertInFrame, inertTags, inertTagsOver, intendedTags, restoreTags } from './harness-tags.ts'

test.each([
  '<system-reminder>',
  '</system-reminder>',
  '<SYSTEM-Reminder id="1">',
  '< system-reminder>',
  '<\n/ system-reminder>',
  '<system_reminder>',
  '<systemreminder>',
  '<s y s t e m - r e m i n d e r>',
  '<sys\u200btem-reminder>',
  '<system\u00ad-reminder>',
  '<system\u2011reminder>',
  '<system\u2800reminder>',
  '\uff1csystem-reminder\uff1e',
  '\uff1c\uff53\uff59\uff53\uff54\uff45\uff4d\uff0d\uff52\uff45\uff4d\uff49\uff4e\uff44\uff45\uff52\uff1e',
  '\u2039system-reminder\u203a',
  '<\u0455\u0443stem-r\u0435minder>',
  '<\u{1d42c}\u{1d432}\u{1d42c}\u{1d42d}\u{1d41e}\u{1d426}-reminder>',
  '<s\u0301ystem-reminder>',
  '<\u2215system-reminder>',
  '<!system-reminder>',
  '<|system-reminder|>',
  '<capstan:system-reminder>',
  '<system:reminder>',
  `<sys${'\u200b'.repeat(300)}tem-reminder>`,
  '<task-notification>',
  '<bash-input>',
  '<local-command-stdout>',
  '<tool_use_error>',
  '<memory file="/a" written="today">',
  '<instructions from="/etc/AGENTS.md" scope="managed">',
])('%j is text, and can be read back', tag => {
  const text = `a < b ${tag} x`
  const inert = inertTags(text)
  expect(inert).toMatch(/^a < b \\u\{[0-9a-f]+\}/)
  expect([inertTags(inert), restoreTags(inert)]).toEqual([inert, text])
})

test.each([
  'if (a < system) {}',
  '<system>',
  '<user>',
  '<memory unit="KiB">1</memory>',
  '<instructions>\n',
  '<CommandName>',
  '&lt;system-reminder&gt;',
  'the system-reminder tag',
  '\u4f60\u597d <b>\u597d</b>',
  'x <- system reminder',
])('%j is left alone', text => {
  expect(inertTags(text)).toBe(text)
})

test('the sign next to the name is the one that counts', () => {
  expect(inertTags('<<system-reminder>>')).toBe('<\\u{3c}system-reminder>>')
})

test('a tag that is cut in two by a border is found', () => {
  expect(inertTagsOver(['a <sys', 'tem-reminder> <b', '>'])).toEqual([
    'a \\u{3c}sys',
    'tem-reminder> <b',
    '>',
  ])
  const same = ['a', 'b']
  expect(inertTagsOver(same)).toBe(same)
})

test('within a frame of ours the other frames stay and the named one cannot be ended', () => {
  expect(inertInFrame('</memory> <instructions from="x"> </SYSTEM-reminder>', 'memory')).toBe(
    '&lt;/memory> <instructions from="x"> &lt;/SYSTEM-reminder>',
  )
})

test('an escape that a file holds by itself is meant as it is written', () => {
  const escaped = '\\u{3c}system-reminder>'
  expect([intendedTags(escaped, ''), intendedTags(escaped, '<system-reminder>')]).toEqual([
    '<system-reminder>',
    '<system-reminder>',
  ])
  expect(intendedTags(escaped, `x = '${escaped}'`)).toBe(escaped)
  expect(intendedTags('\\u{3c}b> \\u{200b}', '')).toBe('\\u{3c}b> \\u{200b}')
})

test('whatever the text, nothing is left that is a tag, and all of it comes back', () => {
  const unit = fc.constantFrom(
    '<',
    '/',
    ' ',
    'system',
    '-',
    'reminder',
    '>',
    '\uff1c',
    '\u200b',
    '\n',
    '\\u{3c}',
    'x',
  )
  fc.assert(
    fc.property(
      fc.array(unit).map(parts => parts.join('')),
      text => {
        const inert = inertTags(text)
        expect(inertTags(inert)).toBe(inert)
        if (restoreTags(text) === text) expect(restoreTags(inert)).toBe(text)
      },
    ),
  )
})

test('a long text costs little, whatever it is full of', () => {
  const texts = [
    '<'.repeat(200_000),
    '< '.repeat(200_000),
    '<system'.repeat(50_000),
    '<memory '.repeat(50_000),
  ]
  for (const text of texts) expect(inertTags(text)).toBe(text)
})

test('a name is found with whatever may stand before it and between its letters', () => {
  const names = [
    'system-reminder',
    'task-notification',
    'local-command-stdout',
    'antml:x',
    'persisted-output',
  ]
  const gap = fc.stringMatching(/^[\s._:|/+~*-]{0,30}$/)
  const lead = fc.tuple(
    fc.stringMatching(/^[\s/\\!?|:_*]{0,30}$/),
    fc.stringMatching(/^(?:[a-zA-Z]\w{0,20}\s?:\s{0,9})?$/),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      lead,
      fc.array(gap, { minLength: 30, maxLength: 30 }),
      (...given) => {
        const [name, before, gaps] = given
        const written = Array.from(name, (sign, at) => `${sign}${at < name.length - 1 ? gaps[at] : ''}`).join(
          '',
        )
        const tag = `<${before.join('')}${written}>`
        expect(inertTags(tag)).not.toBe(tag)
        expect(inertInFrame(tag.toUpperCase())).not.toBe(tag.toUpperCase())
      },
    ),
  )
})

test('a text without a tag of ours is read without the large expressions', async () => {
  const made: number[] = []
  const { RegExp: original } = globalThis
  globalThis.RegExp = new Proxy(original, {
    construct(target, [source, flags]: [string, string?]) {
      made.push(source.length)
      return new target(source, flags)
    },
  })
  try {
    // Another module to whoever imports: one that has read nothing yet.
    const fresh: typeof import('./harness-tags.ts') = await import(`${'./harness-tags.ts'}?fresh`)
    const text = '<memory file="/m/a.md" written="today">\nUse <Button> — not <command>.\n</memory>'
    expect(fresh.inertInFrame(text)).toBe(text)
    expect(made.filter(length => length > 500)).toEqual([])
    expect(fresh.inertInFrame('<system-reminder>')).toBe('&lt;system-reminder>')
    expect(made.filter(length => length > 500)).not.toEqual([])
  } finally {
    globalThis.RegExp = original
  }
})
