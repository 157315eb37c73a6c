//! A non-blocking connection: writes go out at once, reads are buffered until they are taken.

use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;

use mio::net::TcpStream;
use mio::{Interest, Registry, Token};

/// One connection to a server.
pub struct ShapedLink {
    stream: TcpStream,
    input: Vec<u8>,
    taken: usize,
}

impl ShapedLink {
    /// Connects, and registers the connection with this token.
    pub fn open(to: SocketAddr, registry: &Registry, token: Token) -> io::Result<Self> {
        let stream = std::net::TcpStream::connect(to)?;
        Self::adopt(stream, registry, token)
    }

    /// Takes over an existing connection.
    pub fn adopt(stream: std::net::TcpStream, registry: &Registry, token: Token) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        let mut stream = TcpStream::from_std(stream);
        registry.register(&mut stream, token, Interest::READABLE)?;
        Ok(Self { stream, input: Vec::with_capacity(32 * 1024), taken: 0 })
    }

    /// Sends a message. At most one small request is in flight, so the socket has room for it.
    pub fn send(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.stream.write(bytes) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::yield_now(),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads everything that has arrived.
    pub fn receive(&mut self) -> io::Result<()> {
        if self.taken > 0 {
            self.input.drain(..self.taken);
            self.taken = 0;
        }
        loop {
            let mut room = [0; 16 * 1024];
            match self.stream.read(&mut room) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    self.input.extend_from_slice(&room[..count]);
                    if count < room.len() {
                        return Ok(());
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// The bytes that have arrived and were not taken.
    pub fn input(&self) -> &[u8] {
        &self.input[self.taken..]
    }

    /// Removes the first bytes of the input.
    pub fn take(&mut self, count: usize) {
        self.taken += count;
    }
}
