/** Five hundred files of one language, and an edit that breaks the last of those that use what it changes. */
export interface Project {
  readonly files: Readonly<Record<string, string>>
  readonly of: string
  readonly other: string
  /** With its line. */
  readonly broken: string
  breaks(text: string): string
}

const COUNT = 500

const many = (make: (index: number) => readonly [string, string]): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: COUNT }, (_, index) => make(index)))

/** Every twenty-fifth file uses it. */
const isUser = (index: number): boolean => index % 25 === 24

const widened = (text: string): string => text.replace('int width', 'int width, int height')

export const PROJECTS = {
  typescript: {
    files: {
      'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext"}}',
      'package.json': '{"type":"module"}',
      'src/base.ts': 'export const area = (width: number): number => width * 2\n',
      ...many(index => [
        `src/m${index}.ts`,
        isUser(index)
          ? `import { area } from './base.js'\nexport const v${index} = area(${index})\n`
          : `export const v${index} = ${index}\n`,
      ]),
    },
    of: 'src/base.ts',
    other: 'src/m1.ts',
    broken: 'src/m499.ts:2',
    breaks: text => text.replace('width: number', 'width: number, height: number'),
  },
  python: {
    files: {
      'pyproject.toml': '',
      'base.py': 'def area(width: int) -> int:\n    return width * 2\n',
      ...many(index => [
        `m${index}.py`,
        isUser(index) ? `from base import area\n\nv = area(${index})\n` : `v = ${index}\n`,
      ]),
    },
    of: 'base.py',
    other: 'm1.py',
    broken: 'm499.py:3',
    breaks: text => text.replace('width: int', 'width: int, height: int'),
  },
  go: {
    files: {
      'go.mod': 'module example.com/x\n\ngo 1.19\n',
      'base/base.go': 'package base\n\nfunc Area(width int) int { return width * 2 }\n',
      ...many(index => [
        `p${index}/p.go`,
        isUser(index)
          ? `package p${index}\n\nimport "example.com/x/base"\n\nvar V = base.Area(${index})\n`
          : `package p${index}\n\nvar V = ${index}\n`,
      ]),
    },
    of: 'base/base.go',
    other: 'p1/p.go',
    broken: 'p499/p.go:5',
    breaks: text => text.replace('width int', 'width int, height int'),
  },
  c: {
    files: {
      'compile_flags.txt': '-Wall\n',
      'base.h': 'int area(int width);\n',
      ...many(index => [
        `m${index}.c`,
        isUser(index)
          ? `#include "base.h"\nint v${index}(void) { return area(${index}); }\n`
          : `int v${index}(void) { return ${index}; }\n`,
      ]),
    },
    of: 'base.h',
    other: 'm1.c',
    broken: 'm499.c:2',
    breaks: widened,
  },
  bash: {
    files: many(index => [`s${index}.sh`, `#!/bin/bash\necho ${index}\n`]),
    of: 's1.sh',
    other: 's2.sh',
    broken: 's1.sh:3',
    breaks: text => `${text}if true; then\n  echo x\n`,
  },
  yaml: {
    files: many(index => [`f${index}.yaml`, `a: ${index}\n`]),
    of: 'f1.yaml',
    other: 'f2.yaml',
    broken: 'f1.yaml:3',
    breaks: text => `${text}b: [1, 2\nc: 3\n`,
  },
} satisfies Readonly<Record<string, Project>>
