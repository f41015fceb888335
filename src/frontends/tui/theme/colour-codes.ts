import type { Colour, Rgb } from './style.ts'

/** How many colours the terminal has; 0 stands for NO_COLOR. */
export type ColourDepth = 0 | 16 | 256 | 16_777_216

const CUBE_STEPS = [0, 95, 135, 175, 215, 255]

/** The SGR parameters that choose a colour, as foreground (30 …) or background (40 …). */
export const colourCode = (
  colour: Colour,
  ground: 'foreground' | 'background',
  depth: ColourDepth,
): string => {
  const first = ground === 'foreground' ? 30 : 40
  if ('ansi' in colour) return String(colour.ansi < 8 ? first + colour.ansi : first + 52 + colour.ansi)
  if (depth === 256) return `${first + 8};5;${nearestOf256(colour)}`
  return `${first + 8};2;${colour.red};${colour.green};${colour.blue}`
}

/** The nearest of the colour cube and the grey ramp; the first sixteen belong to the person and are never guessed. */
export const nearestOf256 = (colour: Rgb): number => {
  const steps = [colour.red, colour.green, colour.blue].map(nearestStep)
  const [red = 0, green = 0, blue = 0] = steps
  const cube = { index: 16 + 36 * red + 6 * green + blue, colour: cubeColour(steps) }
  const level = Math.round(((colour.red + colour.green + colour.blue) / 3 - 8) / 10)
  const grey = Math.min(23, Math.max(0, level))
  const value = 8 + 10 * grey
  const greyColour = { red: value, green: value, blue: value }
  return distance(colour, greyColour) < distance(colour, cube.colour) ? 232 + grey : cube.index
}

const nearestStep = (value: number): number => {
  let best = 0
  for (const [index, step] of CUBE_STEPS.entries())
    if (Math.abs(step - value) < Math.abs((CUBE_STEPS[best] ?? 0) - value)) best = index
  return best
}

const cubeColour = ([red = 0, green = 0, blue = 0]: readonly number[]): Rgb => ({
  red: CUBE_STEPS[red] ?? 0,
  green: CUBE_STEPS[green] ?? 0,
  blue: CUBE_STEPS[blue] ?? 0,
})

const distance = (a: Rgb, b: Rgb): number =>
  (a.red - b.red) ** 2 + (a.green - b.green) ** 2 + (a.blue - b.blue) ** 2
