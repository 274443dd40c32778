import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: true,
  clean: true,
  minify: { compress: true, mangle: true, codegen: false },
})
