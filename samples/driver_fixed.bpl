// rmt check samples/driver_fixed.bpl --bound 2: safe up to bound 2
//
// A storage driver's read path, in the form that a C front end generates: memory is one map for each field
// (Mem_T.<field>, indexed by address), and every statement carries its place in the C source. The rule: the queue
// lock is taken and released in turn, it is free when a dispatch routine returns, and every request is completed once.
// driver.bpl is the same with a mistake.

type ref = int;

const NULL: ref;
axiom NULL == 0;

const unique STATUS_SUCCESS, STATUS_PENDING, STATUS_DEVICE_BUSY, STATUS_NO_MEMORY: int;
axiom STATUS_SUCCESS == 0;
axiom STATUS_PENDING == 259;
axiom STATUS_DEVICE_BUSY < 0 && STATUS_NO_MEMORY < 0;

// Fields of DEVICE_EXTENSION, of IRP and of LIST_NODE.
var Mem_T.Lock: [ref]int;           // 1 while the spin lock at this address is held
var Mem_T.QueueHead: [ref]ref;
var Mem_T.QueueLength: [ref]int;
var Mem_T.Started: [ref]int;
var Mem_T.Length: [ref]int;
var Mem_T.Status: [ref]int;
var Mem_T.Completed: [ref]int;
var Mem_T.Next: [ref]ref;
var Mem_T.Irp: [ref]ref;

// Addresses below are in use.
var alloc: ref;

function {:inline} offset_Lock(extension: ref): ref { extension + 8 }
function {:inline} offset_Queue(extension: ref): ref { extension + 16 }

procedure malloc(size: int) returns (p: ref);
  modifies alloc;
  free ensures p == old(alloc) && alloc == p + size;

// May fail, as the pool of the kernel may.
procedure ExAllocatePool(size: int) returns (p: ref)
  modifies alloc;
{
  if (*) {
    p := NULL;
  } else {
    call p := malloc(size);
  }
}

procedure KeAcquireSpinLock(lock: ref)
  modifies Mem_T.Lock;
{
  assert {:sourcefile "queue.c"} {:sourceline 12} {:msg "the lock is held already"} Mem_T.Lock[lock] == 0;
  Mem_T.Lock[lock] := 1;
}

procedure KeReleaseSpinLock(lock: ref)
  modifies Mem_T.Lock;
{
  assert {:sourcefile "queue.c"} {:sourceline 19} {:msg "the lock is not held"} Mem_T.Lock[lock] == 1;
  Mem_T.Lock[lock] := 0;
}

procedure IoCompleteRequest(irp: ref, status: int)
  modifies Mem_T.Status, Mem_T.Completed;
{
  assert {:sourcefile "io.c"} {:sourceline 31} {:msg "the request is completed twice"} Mem_T.Completed[irp] == 0;
  Mem_T.Status[irp] := status;
  Mem_T.Completed[irp] := 1;
}

// Puts the request into the queue, if a node can be had.
procedure Enqueue(extension: ref, irp: ref) returns (status: int)
  modifies alloc, Mem_T.Lock, Mem_T.QueueHead, Mem_T.QueueLength, Mem_T.Next, Mem_T.Irp;
{
  var node: ref;

  assert {:sourcefile "queue.c"} {:sourceline 40} true;
  call KeAcquireSpinLock(offset_Lock(extension));
  assert {:sourcefile "queue.c"} {:sourceline 41} true;
  call node := ExAllocatePool(16);
  assert {:sourcefile "queue.c"} {:sourceline 42} true;
  goto L_fail, L_insert;

L_fail:
  assume node == NULL;
  assert {:sourcefile "queue.c"} {:sourceline 43} true;
  call KeReleaseSpinLock(offset_Lock(extension));
  assert {:sourcefile "queue.c"} {:sourceline 44} true;
  status := STATUS_NO_MEMORY;
  goto L_exit;

L_insert:
  assume node != NULL;
  assert {:sourcefile "queue.c"} {:sourceline 46} true;
  Mem_T.Irp[node] := irp;
  Mem_T.Next[node] := Mem_T.QueueHead[offset_Queue(extension)];
  assert {:sourcefile "queue.c"} {:sourceline 48} true;
  Mem_T.QueueHead[offset_Queue(extension)] := node;
  Mem_T.QueueLength[extension] := Mem_T.QueueLength[extension] + 1;
  assert {:sourcefile "queue.c"} {:sourceline 50} true;
  call KeReleaseSpinLock(offset_Lock(extension));
  status := STATUS_PENDING;
  goto L_exit;

L_exit:
  assert {:sourcefile "queue.c"} {:sourceline 52} true;
  return;
}

// IRP_MJ_READ
procedure DispatchRead(extension: ref, irp: ref) returns (status: int)
  modifies alloc, Mem_T.Lock, Mem_T.QueueHead, Mem_T.QueueLength, Mem_T.Next, Mem_T.Irp, Mem_T.Status, Mem_T.Completed;
{
  assert {:sourcefile "read.c"} {:sourceline 70} true;
  if (Mem_T.Started[extension] == 0) {
    assert {:sourcefile "read.c"} {:sourceline 71} true;
    call IoCompleteRequest(irp, STATUS_DEVICE_BUSY);
    status := STATUS_DEVICE_BUSY;
    return;
  }
  assert {:sourcefile "read.c"} {:sourceline 74} true;
  if (Mem_T.Length[irp] == 0) {
    assert {:sourcefile "read.c"} {:sourceline 75} true;
    call IoCompleteRequest(irp, STATUS_SUCCESS);
    status := STATUS_SUCCESS;
    return;
  }
  assert {:sourcefile "read.c"} {:sourceline 78} true;
  call status := Enqueue(extension, irp);
  if (status != STATUS_PENDING) {
    assert {:sourcefile "read.c"} {:sourceline 80} true;
    call IoCompleteRequest(irp, status);
  }
  assert {:sourcefile "read.c"} {:sourceline 82} true;
}

// The deferred procedure: completes everything in the queue.
procedure DrainQueue(extension: ref)
  modifies Mem_T.Lock, Mem_T.QueueHead, Mem_T.QueueLength, Mem_T.Status, Mem_T.Completed;
{
  var node: ref;

  assert {:sourcefile "dpc.c"} {:sourceline 20} true;
  call KeAcquireSpinLock(offset_Lock(extension));
  node := Mem_T.QueueHead[offset_Queue(extension)];
  assert {:sourcefile "dpc.c"} {:sourceline 22} true;
  while (node != NULL) {
    assert {:sourcefile "dpc.c"} {:sourceline 23} true;
    Mem_T.QueueHead[offset_Queue(extension)] := Mem_T.Next[node];
    Mem_T.QueueLength[extension] := Mem_T.QueueLength[extension] - 1;
    assert {:sourcefile "dpc.c"} {:sourceline 25} true;
    call IoCompleteRequest(Mem_T.Irp[node], STATUS_SUCCESS);
    assert {:sourcefile "dpc.c"} {:sourceline 26} true;
    node := Mem_T.QueueHead[offset_Queue(extension)];
  }
  assert {:sourcefile "dpc.c"} {:sourceline 28} {:msg "the queue is empty"} Mem_T.QueueLength[extension] == 0;
  call KeReleaseSpinLock(offset_Lock(extension));
}

procedure boogie_si_record_int(x: int);

// The operating system: any number of read requests, then the deferred procedure.
procedure {:entrypoint} main()
  modifies alloc, Mem_T.Lock, Mem_T.QueueHead, Mem_T.QueueLength, Mem_T.Next, Mem_T.Irp, Mem_T.Status, Mem_T.Completed;
{
  var extension, irp: ref;
  var status: int;

  assume alloc > 0;
  assert {:sourcefile "harness.c"} {:sourceline 5} true;
  call extension := malloc(24);
  assume Mem_T.Lock[offset_Lock(extension)] == 0;
  assume Mem_T.QueueHead[offset_Queue(extension)] == NULL;
  assume Mem_T.QueueLength[extension] == 0;

  assert {:sourcefile "harness.c"} {:sourceline 9} true;
  while (*) {
    assert {:sourcefile "harness.c"} {:sourceline 10} true;
    call irp := malloc(32);
    assume Mem_T.Completed[irp] == 0;
    call {:cexpr "irp->Length"} boogie_si_record_int(Mem_T.Length[irp]);
    assert {:sourcefile "harness.c"} {:sourceline 12} true;
    call status := DispatchRead(extension, irp);
    assert {:sourcefile "harness.c"} {:sourceline 13} {:msg "the dispatch routine keeps the lock"}
      Mem_T.Lock[offset_Lock(extension)] == 0;
    assert {:sourcefile "harness.c"} {:sourceline 14} {:msg "the request is neither pending nor completed"}
      status == STATUS_PENDING || Mem_T.Completed[irp] == 1;
  }
  assert {:sourcefile "harness.c"} {:sourceline 16} true;
  call DrainQueue(extension);
}
