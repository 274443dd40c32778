/*
 * Which tags a name stands for: the data of `identify` as prek 0.5.3 has it, compared with prek entry by entry in
 * tag-table.test.ts. A line is `TAGS: NAMES`; in a line `= NAMES` each name is its own tag.
 */

export type Tags = ReadonlySet<string>

const TEXT_EXTENSIONS = `
: cfg cnf conf
asciidoc: adoc asciidoc
asm: asm s
aspectj: aj
avro-schema: avsc
bash bats shell: bats
bash shell: bash
batch: bat cmd
bazel: bazel bzl
bitbake: bb bbappend bbclass
c c++ header: h
c#: cs
c# c#script: csx
c++: c++ c++m cc ccm cpp cppm cxx cxxm ipp ixx tpp
c++ header: hh hpp hxx
c++ inl: inl
c++ ino: ino
c++ objective-c++: mm
c2hs: chs
clojure: clj cljc
clojure clojurescript: cljs
clojure edn: edn
crystal: cr
csh shell: csh
csproj msbuild xml: csproj
cuda: cu cuh
cython: pxd pxi pyx
diff: diff patch
dotenv: env
ejson json: ejson
elixir: ex exs
erlang: erl escript hrl
f#: fs
f# f#script: fsx
fortran: f03 f08 f90 f95
fsproj msbuild xml: fsproj
gdscript: gd
geojson json: geojson
gherkin: feature
gpx xml: gpx
groovy: gradle groovy
groovy jenkins: jenkins jenkinsfile
gyp python: gyp gypi
handlebars: hbs
haskell: hs
hlsl: hlsl hlsli
html: htm html
html xhtml xml: xhtml
icalendar: ics
idris: idr lidr
image svg xml: svg
ini lektorproject: lektorproject
ini txsprofile: txsprofile
inx xml: inx
java-properties: properties
javascript: cjs js mjs
jbuilder ruby: jbuilder
jinja: j2 jinja jinja2
json jsonld: jsonld
json jupyter: ipynb
json piskel: piskel
json xcodebuild xctestplan: xctestplan
jsonnet: jsonnet libsonnet
julia: jl
kml xml: kml
kotlin: kt kts
lazarus lazarus-form: lfm
lazarus pascal: lpr
lazarus xml: lpi
lektor: lr
literate-haskell: lhs
makefile: make mk
markdown: markdown md
msbuild pyproj xml: pyproj
msbuild slnx xml: slnx
msbuild vbproj xml: vbproj
msbuild vcxproj xml: vcxproj
msbuild xml: props targets
musescore xml: mscx
nim: nim nims
nunjucks: njk
objective-c: m
ocaml: ml mli
pascal: pas
pem: crt key pem
perl: pl pm
php: php php4 php5 phtml
plain-text: txt
plantuml: plantuml puml
pofile: po
pom xml: pom
powershell: ps1 psd1 psm1
puppet: pp
purescript: purs
python: py pyt pyw
python twisted: tac
python wsgi: wsgi
relax-ng xml: rng
resx xml: resx
ruby: gemspec rake rb
rust: rs
salt: sls
sbt scala: sbt
scala: sc scala
scheme: scm ss
shell: sh
shell zsh: zsh
solidity: sol
stylus: styl
system-verilog: sv svh
terraform: tf tfvars
tex: sty tex
textproto: textproto txtpb
ts: cts mts ts
urdf xacro xml: xacro
urdf xml: urdf
verilog: v vh
vhdl: vhd
wsdl xml: wsdl
xaml xml: xaml
xcconfig xcodebuild: xcconfig
xcodebuild xcscheme xml: xcscheme
xcodebuild xcworkspacedata xml: xcworkspacedata
xliff xml: xlf xliff
xml xsd: xsd
xml xsl: xsl xslt
xml yin: yin
xml zcml: zcml
xquery: xq xql xqm xqu xquery xqy
yaml: eyaml yaml yml
yaml yamlld: yamlld
= apinotes astro beancount bib c cmake coffee cson css csv cue cylc dart dbc def dtd ejs elm erb fish gleam
= go gotmpl graphql gyb hcl idl inc ini ipxe jade java json json5 jsonc jsx lean less liquid lua m4 magik
= manifest map mdx meson metal mib modulemap mustache myst ngdoc nimble nix prisma proto pug pyi qml r robot
= rst sas sass scss sln spec sql svelte swift swiftdeps templ thrift toml tsv tsx twig vb vdx vim vtl vue
= wkt xml yang zig zpt
`

const BINARY_EXTENSIONS = `
: dll exe so
adobe-illustrator: ai
audio wav: wav
avif image: avif
bitmap image: bmp
bzip2: bz2
bzip3: bz3
ggb zip: ggb
gif image: gif
gzip: gz tgz
icon: ico
image jpeg: jpeg jpg
image png: png
image tiff: tif tiff
image webp: webp
jar zip: ear jar war
musescore zip: mscz
pyz: pyz pyzw
wheel zip: whl
= asar eot eps fits icns otf p12 pdf swf tar ttf woff woff2 zip
`

const OTHER_EXTENSIONS = `
entitlements plist: entitlements
image ppm: ppm
plist xcodebuild xcprivacy: xcprivacy
plist xcodebuild xcsettings: xcsettings
= plist
`

const TEXT_NAMES = `
: Gemfile.lock
alpm bash pkgbuild shell: PKGBUILD
babelrc json: .babelrc
bash shell: .bash_aliases .bash_profile .bashrc .envrc direnvrc
bazel: BUILD WORKSPACE copy.bara.sky
bazelrc: .bazelrc
bitbake: bblayers.conf bitbake.conf
bowerrc json: .bowerrc
browserslistrc: .browserslistrc
cargo: Cargo.toml
cargo-lock toml: Cargo.lock
cmake: CMakeLists.txt
codespellrc ini: .codespellrc
coveragerc ini: .coveragerc
csh shell: .cshrc
csslintrc json: .csslintrc
dockerfile: Containerfile Dockerfile
dockerignore: .dockerignore
editorconfig: .editorconfig
erlang: rebar.config sys.config sys.config.src
flake8 ini: .flake8
gitattributes: .gitattributes
gitconfig ini: .gitconfig
gitignore: .gitignore
gitignore prettierignore: .prettierignore
gitlint ini: .gitlint
gitmodules: .gitmodules
go-mod: go.mod
go-sum: go.sum
groovy jenkins: Jenkinsfile
hgrc ini: .hgrc
ini: .rstcheck.cfg .sqlfluff setup.cfg
ini isort: .isort.cfg
ini pylintrc: pylintrc
ini pypirc: .pypirc
jshintrc json: .jshintrc
json: Pipfile.lock
json mention-bot: .mention-bot
mailmap: .mailmap
makefile: GNUmakefile Makefile makefile
meson: meson.build
meson meson-options: meson.options meson_options.txt
npmignore: .npmignore
pdbrc python: .pdbrc
plain-text: AUTHORS CHANGELOG CONTRIBUTING COPYING LICENSE MAINTAINERS NEWS NOTICE PATENTS README
pom: pom.xml
pyproject: pyproject.toml
python: wscript
ruby: Gemfile Rakefile Vagrantfile config.ru
salt-lint yaml: .salt-lint
scons: SConscript SConstruct SCsub
shell zsh: .zlogin .zlogout .zprofile .zshenv .zshrc
tiltfile: Tiltfile
toml: Pipfile poetry.lock uv.lock
yaml: .ansible-lint .clang-format .clang-tidy
yaml yamllint: .yamllint
`

const INTERPRETER_LINES = `
bash bats shell: bats
erlang: escript
javascript: node nodejs
php: php
php php7: php7
php php8: php8
python: python
python python2: python2
python python3: python3
ash shell: ash
bash shell: bash
cbsd shell: cbsd
csh shell: csh
dash shell: dash
ksh shell: ksh
sh shell: sh
shell tcsh: tcsh
shell zsh: zsh
= awk expect perl ruby
`

/** By extension without its dot, in lower case. */
export const EXTENSIONS: ReadonlyMap<string, Tags> = new Map([
  ...readLines(TEXT_EXTENSIONS, ['text']),
  ...readLines(BINARY_EXTENSIONS, ['binary']),
  ...readLines(OTHER_EXTENSIONS, []),
])

/** By whole name; where the extension has tags too, both count. */
export const NAMES: ReadonlyMap<string, Tags> = new Map(readLines(TEXT_NAMES, ['text']))

/** By the program of a `#!` line. */
export const INTERPRETERS: ReadonlyMap<string, Tags> = new Map(readLines(INTERPRETER_LINES, []))

/** What a file can be apart from its name. */
export const NATURE_TAGS = [
  'directory',
  'symlink',
  'socket',
  'file',
  'executable',
  'non-executable',
  'text',
  'binary',
] as const

/** Every tag that `types`, `types_or` and `exclude_types` may name. */
export const ALL_TAGS: Tags = new Set([
  ...NATURE_TAGS,
  ...[EXTENSIONS, NAMES, INTERPRETERS].flatMap((table) => [...table.values()].flatMap((tags) => [...tags])),
])

function readLines(lines: string, always: readonly string[]): (readonly [string, Tags])[] {
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => readLine(line, always))
}

function readLine(line: string, always: readonly string[]): (readonly [string, Tags])[] {
  if (line.startsWith('= ')) return words(line.slice(2)).map((name) => [name, new Set([name, ...always])])
  const [left = '', right = ''] = line.split(': ')
  const tags = new Set([...words(left), ...always])
  return words(right).map((name) => [name, tags])
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '')
}
