/** What is done to a viewer's copy of a film of 24 pictures a second before it is found. */
export interface Attack {
  readonly name: string;
  /** Seconds of the copy that are taken, and that are left. */
  readonly takenSeconds: number;
  readonly leftSeconds: number;
  /** Seconds of a judged clip: a part of what is left. */
  readonly clipSeconds: number;
  /** Filters of ffmpeg. The copy has 16:9. */
  readonly filters: string;
  readonly crf: number;
  /** Width by height of the result, if it is not that of the film. */
  readonly aspect?: number;
  /** People among whom the copy must be named, and the share of clips in which it must. */
  readonly people: number;
  readonly goal: number;
}

const small = 'scale=-2:480';
/** Corners of a picture that moves over a screen. The lower ones follow a thirtieth of a second later. */
const SHAKE = [
  "perspective=sense=destination:eval=frame:x0='26+5*sin(on/18)':y0='20+4*sin(on/13)'",
  "x1='1062+5*sin(on/18)':y1='8+4*sin(on/13)':x2='10+5*sin((on-1)/18)':y2='630+4*sin((on-1)/13)'",
  "x3='1072+5*sin((on-1)/18)':y3='618+4*sin((on-1)/13)'",
].join(':');
/** Stripes where the pixels of screen and camera meet. They are drawn once. */
const MOIRE =
  "nullsrc=s=1024x576:r=30:d=0.03,format=yuv420p,geq=lum='128+4*sin(X/7+Y/31)+3*sin(Y/5-X/47)':cb=128:cr=128," +
  'loop=-1:1:0,setpts=N/30/TB[moire];[seen][moire]blend=all_mode=grainmerge:shortest=1';
/**
 * Filmed off a screen: perspective, shaking hands, rolling shutter, moiré, exposure, blur, cast, noise and a camera of
 * 30 pictures a second.
 */
const FILMED = [
  `scale=1024:576,pad=1088:640:32:32,fps=30,${SHAKE},crop=1024:576,format=yuv420p[seen];${MOIRE}`,
  "gblur=1.1,eq=brightness='0.02*sin(t*3)':gamma=1.1:eval=frame",
  `colorbalance=rm=0.08:bm=-0.05,noise=c0s=6:c0f=t,${small}`,
].join(',');
const LOGO = [
  small,
  'drawbox=x=20:y=20:w=90:h=60:color=white:t=fill',
  'drawbox=x=iw/4:y=ih-70:w=iw/2:h=40:color=yellow:t=fill',
].join(',');
/** Leaves out two of every 13 seconds, so 40 s have three cuts or four. */
const CUTS = `select='lt(mod(t,13),11)',setpts=N/24/TB,${small}`;

const uncut = (
  name: string,
  [takenSeconds, clipSeconds]: readonly [number, number],
  people: number,
  goal: number,
  crf: number,
  filters: string,
): Attack => ({ name, takenSeconds, leftSeconds: takenSeconds, clipSeconds, filters, crf, people, goal });

/** Seconds that are taken, and of a clip. */
const PART = [46, 30] as const;
const LONG = [46, 40] as const;

/** The rows of the goals. */
export const attacks: readonly Attack[] = [
  uncut('480p, CRF 32', PART, 10_000, 0.95, 32, small),
  uncut('240p, CRF 35', PART, 1000, 0.9, 35, 'scale=-2:240'),
  uncut('cropped by 10 % each way, gamma 1.15', LONG, 10_000, 0.95, 28, 'crop=iw*0.9:ih*0.9,eq=gamma=1.15'),
  uncut('mirrored', LONG, 10_000, 0.95, 28, `hflip,${small}`),
  uncut('24 to 30 pictures a second', LONG, 10_000, 0.95, 28, `fps=30,${small}`),
  uncut('logo and caption', LONG, 10_000, 0.95, 28, LOGO),
  { ...uncut('three cuts', LONG, 10_000, 0.95, 28, CUTS), takenSeconds: 54, leftSeconds: 46 },
  {
    ...uncut('4 % faster', LONG, 10_000, 0.95, 28, `setpts=PTS/1.04,fps=25,${small}`),
    takenSeconds: 47.84,
  },
  uncut('filmed off a screen, 480p, CRF 32', PART, 1000, 0.9, 32, FILMED),
  {
    ...uncut('squeezed to 4:3, 480p, CRF 32', PART, 1000, 0.9, 32, 'scale=640:480,setsar=1'),
    aspect: 4 / 3,
  },
];

/** The mildest attack, and the same on whole films. */
export const plainLeak = attacks[0] as Attack;
export const wholeLeak: Attack = {
  ...plainLeak,
  name: `${plainLeak.name}, whole film`,
  takenSeconds: 88,
  leftSeconds: 88,
};
