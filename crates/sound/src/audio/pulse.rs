//! A device of a sound server, `PulseAudio` or `PipeWire`, through its protocol. Nothing has to be installed for it.

use std::env::{current_exe, var};
use std::ffi::CString;
use std::io::{BufRead as _, BufReader, Cursor, ErrorKind, Read as _};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Duration;

use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    AuthParams, AuthReply, ChannelMap, Command, CommandReply, CreatePlaybackStreamReply, MAX_VERSION,
    PlaybackStreamParams, Prop, Props, Request, SampleFormat, SampleSpec, SetClientNameReply,
    read_descriptor, read_reply_message, write_command_message, write_memblock,
};
use pulseaudio::{cookie_path_from_env, socket_path_from_env};

use super::rendered::Rendered;

const RATE: u32 = 48_000;
const CHANNELS: u8 = 2;
/// The bytes of a sample of all channels.
const FRAME: usize = 4 * CHANNELS as usize;
/// The delay between the program and the loudspeaker that the server aims at, in milliseconds. The variable
/// `PULSE_LATENCY_MSEC` sets another one, as for all its programs, against a sound with gaps.
const DELAY: u32 = 40;
const MAX_DELAY: u32 = 2000;

/// The longest time until the server answers.
const TIMEOUT: Duration = Duration::from_secs(5);
/// A server whose device rests asks for nothing. After this time without a request the sound goes on unheard.
const REST: Duration = Duration::from_secs(1);

/// Plays until there is no server, or it is lost: the error. `Ok` when the sound is closed.
pub(super) fn play(sound: &Arc<Rendered>, opened: &mut dyn FnMut(&str)) -> Result<(), String> {
    let mut server = Server::connect()?;
    let stream = server.open_stream()?;
    sound.set_rate(RATE);
    opened("a sound server");
    server.socket.get_ref().set_read_timeout(Some(REST)).map_err(text)?;
    let (mut samples, mut bytes) = (Vec::new(), Vec::new());
    let mut send = |server: &mut Server, length: u32| {
        samples.resize(length as usize / FRAME * usize::from(CHANNELS), 0.0);
        sound.fill(&mut samples, CHANNELS.into());
        bytes.clear();
        bytes.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
        write_memblock(server.socket.get_mut(), stream.channel, &bytes, 0).map_err(text)
    };
    send(&mut server, stream.requested_bytes)?;
    while !sound.is_closed() {
        match server.receive()? {
            Received::Request(length) => send(&mut server, length)?,
            Received::Nothing => sound.skip(REST),
            Received::Other => {}
        }
    }
    Ok(())
}

enum Received {
    /// So many bytes are wanted.
    Request(u32),
    Other,
    Nothing,
}

struct Server {
    socket: BufReader<UnixStream>,
    version: u16,
    last: u32,
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

impl Server {
    fn connect() -> Result<Self, String> {
        let path = socket_path_from_env().ok_or("there is no PulseAudio or PipeWire server")?;
        let socket = UnixStream::connect(path).map_err(text)?;
        socket.set_read_timeout(Some(TIMEOUT)).map_err(text)?;
        socket.set_write_timeout(Some(TIMEOUT)).map_err(text)?;
        let mut server = Self { socket: BufReader::new(socket), version: MAX_VERSION, last: 0 };
        // A server of the same user may want none.
        let cookie = cookie_path_from_env().and_then(|path| std::fs::read(path).ok()).unwrap_or_default();
        let version = MAX_VERSION;
        let params = AuthParams { version, supports_shm: false, supports_memfd: false, cookie };
        let reply: AuthReply = server.ask(&Command::Auth(params))?;
        server.version = version.min(reply.version);
        let program =
            current_exe().ok().and_then(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
        let mut props = Props::new();
        props.set(Prop::ApplicationName, CString::new(program.unwrap_or_default()).unwrap_or_default());
        props.set(Prop::MediaRole, c"game");
        let _: SetClientNameReply = server.ask(&Command::SetClientName(props))?;
        Ok(server)
    }

    /// Opens a stream to the default device. The server moves it when the player chooses another device.
    fn open_stream(&mut self) -> Result<CreatePlaybackStreamReply, String> {
        let delay = var("PULSE_LATENCY_MSEC").ok().and_then(|delay| delay.parse().ok()).unwrap_or(DELAY);
        let delay = delay.clamp(1, MAX_DELAY) * (RATE / 1000) * FRAME as u32;
        let mut props = Props::new();
        props.set(Prop::MediaName, c"sound");
        self.ask(&Command::CreatePlaybackStream(PlaybackStreamParams {
            sample_spec: SampleSpec {
                format: SampleFormat::Float32Le,
                channels: CHANNELS,
                sample_rate: RATE,
            },
            channel_map: ChannelMap::stereo(),
            buffer_attr: BufferAttr {
                target_length: delay,
                minimum_request_length: delay / 4,
                ..BufferAttr::default()
            },
            flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
            props,
            ..PlaybackStreamParams::default()
        }))
    }

    fn ask<R: CommandReply>(&mut self, command: &Command) -> Result<R, String> {
        self.last += 1;
        write_command_message(self.socket.get_mut(), self.last, command, self.version).map_err(text)?;
        Ok(read_reply_message(&mut self.socket, self.version).map_err(text)?.1)
    }

    /// The next message, if there is one soon.
    fn receive(&mut self) -> Result<Received, String> {
        match self.socket.fill_buf() {
            Ok([]) => return Err("the sound server has ended".to_owned()),
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Ok(Received::Nothing);
            }
            Err(error) => return Err(text(error)),
        }
        let length = read_descriptor(&mut self.socket).map_err(text)?.length;
        let mut message = Vec::new();
        self.socket.by_ref().take(length.into()).read_to_end(&mut message).map_err(text)?;
        Ok(match Command::read_tag_prefixed(&mut Cursor::new(message), self.version) {
            Ok((_, Command::Request(Request { length, .. }))) => Received::Request(length),
            Ok((_, Command::PlaybackStreamKilled(_))) => return Err("the device has gone".to_owned()),
            // Notices, some of which the protocol's crate does not know.
            _ => Received::Other,
        })
    }
}
