"""Makes the bodies in this folder with the senders' own libraries: pip install protobuf opentelemetry-proto cramjam."""
import cramjam
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest


def loki():
    file = descriptor_pb2.FileDescriptorProto(name="push.proto", package="logproto", syntax="proto3")
    kinds = descriptor_pb2.FieldDescriptorProto

    def message(name, *fields):
        entry = file.message_type.add(name=name)
        for number, key, kind, repeated, inner in fields:
            entry.field.add(
                name=key, number=number, type=kind, type_name=f".logproto.{inner}" if inner else None,
                label=kinds.LABEL_REPEATED if repeated else kinds.LABEL_OPTIONAL)

    message("Timestamp", (1, "seconds", kinds.TYPE_INT64, False, None), (2, "nanos", kinds.TYPE_INT32, False, None))
    message("LabelPairAdapter", (1, "name", kinds.TYPE_STRING, False, None), (2, "value", kinds.TYPE_STRING, False, None))
    message(
        "EntryAdapter", (1, "timestamp", kinds.TYPE_MESSAGE, False, "Timestamp"), (2, "line", kinds.TYPE_STRING, False, None),
        (3, "structuredMetadata", kinds.TYPE_MESSAGE, True, "LabelPairAdapter"))
    message(
        "StreamAdapter", (1, "labels", kinds.TYPE_STRING, False, None), (2, "entries", kinds.TYPE_MESSAGE, True, "EntryAdapter"),
        (3, "hash", kinds.TYPE_UINT64, False, None))
    message("PushRequest", (1, "streams", kinds.TYPE_MESSAGE, True, "StreamAdapter"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    request = message_factory.GetMessageClass(pool.FindMessageTypeByName("logproto.PushRequest"))()
    stream = request.streams.add(labels='{app="pay", filename="/var/log/pay/app.log", note="a \\"b\\", c"}', hash=7)
    entry = stream.entries.add(line="2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : 支付成功 \"A1\"\tok")
    entry.timestamp.seconds, entry.timestamp.nanos = 1788242251, 101000007
    entry.structuredMetadata.add(name="trace_id", value="5b8e")
    stream.entries.add(line="2026-09-01 13:57:32.000  INFO 12 --- [main] c.e.Pay : order.created orderNo=A1").timestamp.seconds = 1788242252
    request.streams.add(labels='{job="cron"}').entries.add(line="x").timestamp.seconds = 1788242253
    return bytes(cramjam.snappy.compress_raw(request.SerializeToString()))


def otlp():
    request = ExportLogsServiceRequest()
    group = request.resource_logs.add()
    group.resource.attributes.add(key="service.name").value.string_value = "pay"
    group.resource.attributes.add(key="service.instance.id").value.string_value = "pay-1"
    scope = group.scope_logs.add()
    scope.scope.name, scope.scope.version = "shop.pay", "1.2"
    record = scope.log_records.add(
        time_unix_nano=1788242251101000000, observed_time_unix_nano=1788242251102000000, severity_number=9, severity_text="INFO",
        trace_id=bytes.fromhex("5b8efff798038103d269b633813fc60c"), span_id=bytes.fromhex("eee19b7ec3c1b174"), flags=1)
    record.body.string_value = "order.created \"支付\"\n"
    record.attributes.add(key="orderNo").value.string_value = "A1"
    record.attributes.add(key="qty").value.int_value = -2
    record.attributes.add(key="rate").value.double_value = 0.25
    record.attributes.add(key="ok").value.bool_value = True
    record.attributes.add(key="raw").value.bytes_value = b"\x00\x01\x02\x03"
    record.attributes.add(key="list").value.array_value.values.add().string_value = "a"
    second = scope.log_records.add(observed_time_unix_nano=1788242252000000000)
    pair = second.body.kvlist_value.values.add(key="event")
    pair.value.string_value = "paid"
    return request.SerializeToString()


for name, body in [("loki.bin", loki()), ("otlp.bin", otlp())]:
    with open(name, "wb") as out:
        out.write(body)
