use std::net::SocketAddr;
use std::thread;

use tokio::runtime;
use tokio::sync::oneshot;

use crate::{Inspector, ServeError, Server};

/// Shows a world of this program in the browser, read only: positions, pairs, and the cost of a tick. The server runs
/// on its own threads and ends when the [`Inspector`] is dropped. To run it on a tokio runtime of the program, with other
/// [`Limits`](crate::Limits) or under a host name, see [`Server::inspector`].
///
/// There is no authentication: use a loopback address such as `127.0.0.1:7070`, unless anyone who can reach the machine
/// may view the world.
///
/// # Errors
/// [`ServeError`] if the address is not available or the system refuses to start threads.
///
/// ```
/// use collide2d::{Circle, Settings, Vec2, World};
///
/// let mut inspector = collide_viewer::attach("127.0.0.1:0".parse()?)?; // port 0: any free port
/// println!("watch it at http://{}/", inspector.address());
///
/// let mut world = World::new(Settings::default());
/// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// for _ in 0..3 {
///     world.step();
///     inspector.show(&world);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn attach(address: SocketAddr) -> Result<Inspector, ServeError> {
    let mut server = Server::bind(address)?;
    let (alive, ended) = oneshot::channel::<()>();
    let inspector = server.inspector().with_alive(alive);
    let threads = runtime::Builder::new_current_thread().enable_all().build()?;
    thread::Builder::new().name("collide-viewer".to_owned()).spawn(move || {
        threads.block_on(async {
            tokio::select! {
                // It ends early only if the system closes the listener, and then no client can connect.
                _ = server.answer() => {}
                _ = ended => {}
            }
        });
    })?;
    Ok(inspector)
}
