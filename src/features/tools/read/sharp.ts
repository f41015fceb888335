/** In a module of its own: the native library loads with the first image, from beside the bundle. */
export { default as sharp } from 'sharp'
