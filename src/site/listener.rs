//! The socket the site listens on.

use std::io;
use std::net::{SocketAddr, TcpListener};

use socket2::{Domain, Protocol, Socket, Type};

/// Connections that wait to be taken.
const BACKLOG: i32 = 1024;
/// What the system keeps for a reader that does not read. The default lets one pin megabytes.
const SEND_BUFFER: usize = 32 * 1024;

/// Opens it. What is set here is inherited by every connection.
pub fn open(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    // Gives up on a reader that has vanished, with everything that waits for it.
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(std::time::Duration::from_secs(5)))?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}
