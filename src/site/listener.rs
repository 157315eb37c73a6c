//! The listening socket.

use std::io;
use std::net::{SocketAddr, TcpListener};

use socket2::{Domain, Protocol, Socket, Type};

use super::error::StartError;

/// Maximum number of connections that wait to be accepted.
const BACKLOG: i32 = 1024;
/// Bytes of a connection that the kernel accepts before it can send them. Without a limit it takes megabytes for a
/// client that does not read. A small send buffer would also limit what is in flight, so that each piece of a large
/// response waits for the client's delayed acknowledgement: 40 ms for 64 KiB.
const UNSENT: u32 = 32 * 1024;

/// Listens on an address.
///
/// # Errors
/// Another program does already, or this one is not allowed to.
pub fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    open(address).map_err(|cause| match cause.kind() {
        io::ErrorKind::AddrInUse => StartError::AddressInUse(address),
        _ => StartError::Listen { address, cause },
    })
}

/// Opens the socket. Its options are inherited by all connections.
fn open(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    #[cfg(target_os = "linux")]
    {
        socket.set_tcp_notsent_lowat(UNSENT)?;
        // Closes the connection of a client that has vanished, and drops what is queued for it.
        socket.set_tcp_user_timeout(Some(std::time::Duration::from_secs(5)))?;
    }
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::net::{Ipv4Addr, TcpStream};

    use socket2::SockRef;

    use super::*;

    #[test]
    fn a_connection_limits_unsent_data_and_has_the_send_buffer_of_the_system() {
        let default = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let listener = open((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        let [default, ours] = [default, listener].map(|listener| {
            let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            (listener.accept().unwrap().0, client)
        });
        let (default, ours) = (SockRef::from(&default.0), SockRef::from(&ours.0));
        assert_eq!(ours.tcp_notsent_lowat().unwrap(), UNSENT);
        assert_eq!(ours.send_buffer_size().unwrap(), default.send_buffer_size().unwrap());
    }
}
